export type Tone = 'wait' | 'warn' | 'bad';

/** A disc, a diamond or a square: the shape says what the color says. */
export function Lamp({ tone }: { tone: Tone }) {
  return (
    <svg className={`lamp lamp-${tone}`} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      {tone === 'warn' ? (
        <>
          <path className="halo" d="M9 0 18 9 9 18 0 9z" />
          <path d="M9 3.5 14.5 9 9 14.5 3.5 9z" />
        </>
      ) : null}
      {tone === 'bad' ? <rect x="4" y="4" width="10" height="10" rx="2" /> : null}
      {tone === 'wait' ? (
        <>
          <circle className="halo" cx="9" cy="9" r="9" />
          <circle cx="9" cy="9" r="5" />
        </>
      ) : null}
    </svg>
  );
}

function Check() {
  return (
    <svg
      className="check"
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <path d="m4 13 5 5L20 6" />
    </svg>
  );
}

/** What still works, then what waits. */
export function NoteList({ works, waits }: { works: readonly string[]; waits: readonly string[] }) {
  return (
    <ul className="facts">
      {works.map((one) => (
        <li key={one}>
          <Check />
          {one}
        </li>
      ))}
      {waits.map((one) => (
        <li key={one} className="fact-off">
          <span className="dash" aria-hidden="true" />
          {one}
        </li>
      ))}
    </ul>
  );
}
