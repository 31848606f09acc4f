# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Ways in which a page makes users click and type where they do not mean to; each is a page's script, by name.

`field` is the password field, `whenMarked` calls a function with the element that Passfold has put under it, and `cover` is an element over
everything that lets clicks through. The user clicks the field, where the mark is, and continues to type.
"""

PRELUDE = """
const field = document.getElementById('password');
const seen = new WeakSet();
const whenMarked = (act) => new MutationObserver((records) => {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node.popover !== 'manual' || node.dataset.ours || seen.has(node)) continue;
    seen.add(node);
    act(node);
  }
}).observe(document, { childList: true, subtree: true });
const important = (element, styles) => {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
};
const cover = (styles = {}, name = 'div') => {
  const made = document.createElement(name);
  made.dataset.ours = 'yes';
  made.textContent = 'You have won! Click here, twice.';
  important(made, { position: 'fixed', inset: '0', width: '100vw', height: '100vh', margin: '0', 'z-index': '2147483647',
    background: 'white', 'pointer-events': 'none', ...styles });
  document.documentElement.append(made);
  return made;
};
"""

VARIANTS = {
    "opacity-of-the-mark": "whenMarked((mark) => important(mark, { opacity: '0' }));",
    "opacity-of-a-parent": """
        whenMarked((mark) => { const box = document.createElement('div'); box.style.opacity = '0'; mark.before(box); box.append(mark); mark.showPopover(); });
    """,
    "opacity-of-the-body": "important(document.body, { opacity: '0.001' });",
    "opacity-of-the-document": "important(document.documentElement, { opacity: '0' });",
    "overlay-over-all": "cover();",
    "overlay-over-a-part": "cover({ 'clip-path': 'polygon(0 0, 100% 0, 100% 30%, 0 30%)' });",
    "overlay-in-the-top-layer": "whenMarked(() => { const made = cover(); made.popover = 'manual'; made.showPopover(); });",
    "modal-dialog": """
        const dialog = cover({ opacity: '0.9' }, 'dialog');
        dialog.append(field.form);
        dialog.showModal();
        important(dialog, { 'pointer-events': 'auto' });
    """,
    "full-screen": "addEventListener('click', () => document.documentElement.requestFullscreen().catch(() => {}));",
    "clipped-to-a-point": "whenMarked((mark) => important(mark, { 'clip-path': 'inset(0 0 95% 95%)' }));",
    "filter": "whenMarked((mark) => important(mark, { filter: 'opacity(0) blur(20px)' }));",
    "blended-away": "whenMarked((mark) => important(mark, { 'mix-blend-mode': 'darken' }));",
    "transform": "whenMarked((mark) => important(mark, { transform: 'scale(40)', opacity: '0' }));",
    "larger-than-the-page": "whenMarked((mark) => important(mark, { width: '300vw', height: '300vh', inset: '0' }));",
    "smaller-than-a-pixel": "whenMarked((mark) => important(mark, { width: '1px', height: '1px', overflow: 'hidden' }));",
    "scrolled-under-the-pointer": """
        document.body.style.height = '400vh';
        addEventListener('mousedown', () => scrollBy(0, 3));
    """,
    "zoomed": "important(document.documentElement, { zoom: '1.6' });",
    "follows-the-mouse": """
        addEventListener('mousemove', ({ clientX, clientY }) => important(field, { position: 'fixed', left: `${clientX - 220}px`, top: `${clientY - 50}px` }));
    """,
    "focus-stolen": "for (const type of ['keydown', 'mousedown', 'mousemove']) addEventListener(type, () => field.focus(), true);",
    "swapped-late": """
        const bait = cover({ 'pointer-events': 'auto' });
        addEventListener('mousedown', () => { bait.remove(); field.focus(); }, true);
    """,
    "framed": """
        const frame = cover({ opacity: '0.001', 'pointer-events': 'auto', border: '0' }, 'iframe');
        frame.src = '/page?chain=W10=';
    """,
    "made-up-cursor": """
        important(document.documentElement, { cursor: 'none' });
        const cursor = cover({ width: '12px', height: '12px' });
        addEventListener('mousemove', ({ clientX, clientY }) => important(cursor, { left: `${clientX + 200}px`, top: `${clientY}px` }));
    """,
    "flickering": """
        whenMarked((mark) => setInterval(() => important(mark, { visibility: mark.style.visibility === 'hidden' ? 'visible' : 'hidden' }), 40));
    """,
    "asks-for-a-passkey-at-each-click": "addEventListener('click', () => ask('get', {}));",
}
