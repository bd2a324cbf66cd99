import classes from './page-header.module.css';

/** Title of a screen and one line of state. */
export function PageHeader({ title, state }: { title: string; state: string }) {
  return (
    <header className={classes.header}>
      <h1>{title}</h1>
      <p>{state}</p>
    </header>
  );
}
