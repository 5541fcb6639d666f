import { useSyncExternalStore } from 'react';

const FROM_TOP_PX = 160;

function subscribe(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  document.addEventListener('selectionchange', notify);
  return () => {
    window.removeEventListener('scroll', notify);
    document.removeEventListener('selectionchange', notify);
  };
}

/** Somebody has scrolled down or selected text: rows must not move under their eyes. */
export function useReading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > FROM_TOP_PX || document.getSelection()?.isCollapsed === false,
  );
}
