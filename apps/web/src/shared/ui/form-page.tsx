import type { ReactNode } from 'react';
import classes from './form-page.module.css';
import { PublicHeader } from './public-header.tsx';

interface FormPageProps {
  title: string;
  lead: ReactNode;
  width: number;
  onSubmit: () => void;
  children: ReactNode;
}

/** A page outside the shell with one form on a card. On phones the card fills the page. */
export function FormPage({ title, lead, width, onSubmit, children }: FormPageProps) {
  return (
    <div className={classes.page}>
      <PublicHeader />
      <main className={classes.main}>
        <form
          className={classes.card}
          style={{ width }}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </form>
      </main>
    </div>
  );
}
