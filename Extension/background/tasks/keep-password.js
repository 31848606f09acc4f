// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Offers to keep a password that a site has taken. The question is the vault's own: it says what changes, and asks nothing where the
// password is kept already. It comes by itself where the vault is open and nobody is busy in the popup; else the button gets a sign, and
// the next popup begins with it.

/** @typedef {import('../keeping/keeping.js').Submission} Submission */

const MOST_WAITING = 4;
const WAITS_MILLISECONDS = 180_000;
/** The events of Apple's `ASSavePasswordRequest`. */
const FORM_DID_DISAPPEAR = 1;

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('../connection.js').createConnection>} parts.connection
 * @param {ReturnType<typeof import('../badge.js').createBadge>} parts.badge
 * @param {{add(host: string): Promise<void>}} parts.neverHere
 * @param {(tab: number) => Promise<boolean>} parts.isShown
 * @param {() => number} parts.now
 * @param {() => void} parts.goHome what the popup shows next
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 */
export function createKeepPassword({ session, requests, connection, badge, neverHere, isShown, now, goHome, setTimer }) {
  /** @type {Submission[]} */
  let waiting = [];

  /** @param {Submission[]} next */
  function keepWaiting(next) {
    waiting = next.slice(-MOST_WAITING);
    badge.tell('keep-password', waiting.length > 0);
  }

  /** @param {Submission} submission */
  function keepForLater(submission) {
    keepWaiting([...waiting.filter((one) => one !== submission), submission]);
    setTimer(() => {
      if (waiting.includes(submission)) keepWaiting(waiting.filter((one) => one !== submission));
    }, WAITS_MILLISECONDS);
  }

  /** @param {import('./task.js').Task} current @param {Submission} submission */
  async function ask(current, submission) {
    const { context, user, session: sessionID, password, passwordKind } = submission;
    const answer = await session.run(current, 'save-password', {
      context,
      service: { identifier: '', kind: 'url' },
      user,
      sessionID,
      event: FORM_DID_DISAPPEAR,
      password,
      ...(passwordKind === null ? {} : { passwordKind }),
    });
    if (answer === null) return;
    // Nobody is told that something could not be kept which they were not asked about.
    if (answer.type === 'saved' || !session.popupIsOpen || answer.code === 'nothingToOffer') session.close();
    else session.fail(current, answer);
  }

  /** @param {Submission} submission */
  function begin(submission) {
    const current = session.begin({
      kind: 'keep-password',
      tab: submission.tab,
      site: submission.host,
      restart: () => void ask(current, submission),
      // A popup that closed because the focus went elsewhere was no answer.
      abandoned() {
        if (!session.popupIsOpen) keepForLater(submission);
      },
      received(message) {
        if (message.type !== 'never') return;
        void neverHere.add(submission.host);
        session.abandon();
        session.close();
      },
    });
    void ask(current, submission);
  }

  return {
    /** @param {Submission} submission what a site has taken */
    async offer(submission) {
      if (connection.state !== 'ready') return;
      const { context, user, password } = submission;
      const [known, isInFront] = await Promise.all([
        requests.open('password-state', { context, user, password }).answer,
        isShown(submission.tab),
      ]);
      if (known.type === 'failure' ? known.code === 'nothingToOffer' : known.state === 'known') return;
      const isOpen = known.state === 'new' || known.state === 'changed';
      if (isOpen && isInFront && session.task === null && !session.popupIsOpen) begin(submission);
      else keepForLater(submission);
    },

    /** Shows the next offer that waits, or what the popup shows else. */
    next() {
      const oldest = now() - WAITS_MILLISECONDS;
      const [submission, ...others] = waiting.filter(({ at }) => at >= oldest);
      keepWaiting(others);
      if (submission === undefined) goHome();
      else begin(submission);
    },

    /** @param {number} tab */
    tabGone(tab) {
      if (waiting.some((one) => one.tab === tab)) keepWaiting(waiting.filter((one) => one.tab !== tab));
    },
  };
}
