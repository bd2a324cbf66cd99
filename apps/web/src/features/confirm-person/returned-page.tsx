import { useEffect } from 'react';
import { RoadSignPage } from '../../shared/ui/road-sign-page.tsx';
import { tellReturn } from './provider-window.ts';

/** The window that comes back from the provider: it tells the page that waits and closes. */
export default function ReturnedPage() {
  useEffect(() => {
    const { search, pathname } = window.location;
    // The code leaves the address bar before anything else happens.
    window.history.replaceState(window.history.state, '', pathname);
    if (search === '') return;
    tellReturn(search);
    window.close();
  }, []);
  return <RoadSignPage tone="done" title="Done" lead="You can close this window and go on where you were." actions={null} />;
}
