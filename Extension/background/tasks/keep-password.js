// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Offers to save a password that a site has accepted. The vault asks the question: it says what changes, and does not ask if the password
// is already saved. The offer appears automatically if the vault is unlocked and the popup is not in use. Otherwise the button gets a sign,
// and the next popup begins with the offer.

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
    // A user who was not asked sees no message that a password could not be saved.
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
      // A popup that closes because it loses the focus is not an answer.
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
    /** @param {Submission} submission one that a site has accepted */
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

    /** Shows the next waiting offer, or otherwise what the popup usually shows. */
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
