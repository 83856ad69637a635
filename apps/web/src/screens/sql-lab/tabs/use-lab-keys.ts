import { useEffect } from 'react';
import { labActOf } from '../lab-keys.ts';
import { leaveTabs, sendTabs, useLab } from '../lab-store.ts';
import { useLabSwitches } from '../lab-switches.ts';
import { restoreTab, stepTab } from './tab-acts.ts';

/** The keys of SQL Lab, wherever in it the focus is. */
export function useLabKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = labActOf(event);
      // What stands above the page has its own keys.
      if (!act || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return;
      event.preventDefault();
      event.stopPropagation();
      if (act === 'new') void useLab.getState().add();
      else if (act === 'restore') void restoreTab();
      else if (act === 'live') turnLive();
      else stepTab(act === 'next' ? 1 : -1);
    };
    // Before the editor, which moves lines by some of them.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

function turnLive(): void {
  const { live, turn } = useLabSwitches.getState();
  turn('live', !live);
}

/** Brings changes to the server before the page is left and when the server is in reach again, and those of other windows here. */
export function useWindowSync(): void {
  useEffect(() => {
    const back = () => void useLab.getState().refresh();
    const online = () => void sendTabs().then(back);
    window.addEventListener('focus', back);
    window.addEventListener('online', online);
    window.addEventListener('pagehide', leaveTabs);
    return () => {
      window.removeEventListener('focus', back);
      window.removeEventListener('online', online);
      window.removeEventListener('pagehide', leaveTabs);
      void sendTabs();
    };
  }, []);
}
