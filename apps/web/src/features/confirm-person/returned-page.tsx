import { useEffect } from 'react';
import { RoadSignPage } from '../../shared/ui/road-sign-page.tsx';
import { tellReturn } from './provider-window.ts';

/** The window that returns from the provider. It tells the waiting page and closes. */
export default function ReturnedPage() {
  useEffect(() => {
    const { search, pathname } = window.location;
    // Remove the code from the address bar first.
    window.history.replaceState(window.history.state, '', pathname);
    if (search === '') return;
    tellReturn(search);
    window.close();
  }, []);
  return <RoadSignPage tone="done" title="Done" lead="You can close this window and go on where you were." actions={null} />;
}
