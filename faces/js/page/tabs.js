// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tabs: one has the focus, the arrow keys, Home and End choose another.

export function startTabs() {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const show = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
    if (document.getElementById('work').hidden) {  // what was said belongs to the other tab
      for (const id of ['status', 'problem']) document.getElementById(id).textContent = '';
    }
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = tabs.at(to % tabs.length);
      show(next);
      next.focus();
    });
  }
}
