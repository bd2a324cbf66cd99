import type { PongBoardState, PongPayload } from '@headhaul/contracts/extension-messages';
import { IconExternalLink } from '@tabler/icons-react';
import classes from './boards-table.module.css';

type Board = PongPayload['boards'][number];

/** What the extension reads there: what a board doesn't show, nobody can. */
const boards: Record<string, { name: string; adds: string }> = {
  dat: {
    name: 'DAT One',
    adds: 'Rate per mile, brokers, filters and email. Where a row shows no address, open the load for its email.',
  },
  demo: { name: 'Demo Board', adds: 'Rate per mile, brokers, filters and email.' },
};

interface StateWords {
  /** The lamp's shape says the same as its color. */
  lamp: 'on' | 'paused' | 'refused' | 'idle';
  words: string;
  line: string;
}

const states: Record<PongBoardState, StateWords> = {
  READING: { lamp: 'on', words: 'Working', line: 'Loads are read in an open tab.' },
  PAUSED: { lamp: 'paused', words: 'Paused', line: 'Layout changed; filters paused. We’re looking for a fix.' },
  CLOSED: { lamp: 'idle', words: 'Not open', line: 'Starts when you open its list of loads.' },
  OFF: { lamp: 'idle', words: 'Off', line: 'You turned it off in the extension.' },
  REFUSED: {
    lamp: 'refused',
    words: 'No access',
    line: 'Your browser keeps this site from the extension. Allow it in the toolbar’s Headhaul button.',
  },
};
/** Of a newer extension. */
const unknownState: StateWords = { lamp: 'idle', words: 'Not known', line: 'Reload this page to see how it goes.' };
const stateOf = ({ state }: Board): StateWords => (Object.hasOwn(states, state) ? states[state as PongBoardState] : unknownState);

/** Only a page of the web: over the bridge any script of this page could name it. */
function siteOf({ url = '' }: Board): URL | null {
  if (!URL.canParse(url)) return null;
  const site = new URL(url);
  return site.protocol === 'https:' || site.protocol === 'http:' ? site : null;
}

function Row({ board }: { board: Board }) {
  const { lamp, words, line } = stateOf(board);
  const { name, adds } = boards[board.id] ?? { name: board.id, adds: '' };
  const url = siteOf(board);
  return (
    <tr>
      <th scope="row">
        <span className={classes.lamp} data-lamp={lamp} aria-hidden="true" />
        <span>
          {name}
          {board.isBeta === true ? <span className={classes.beta}>Beta</span> : null}
          {url === null ? null : <small>{url.host}</small>}
        </span>
      </th>
      <td className={classes.state} data-lamp={lamp}>
        {words}
      </td>
      <td>
        {line}
        {board.isBeta === true ? ' Made from descriptions, and not compared with a signed-in page yet.' : ''}
      </td>
      <td>{adds}</td>
      <td className={classes.act}>
        {url === null || board.state === 'OFF' ? null : (
          <a href={url.href} target="_blank" rel="noopener noreferrer" aria-label={`Open ${name}`}>
            Open
            <IconExternalLink size={15} stroke={1.75} aria-hidden="true" />
          </a>
        )}
      </td>
    </tr>
  );
}

/** The boards that the extension in this browser reads, and how it goes on each. */
export function BoardsTable({ boards: listed }: { boards: readonly Board[] }) {
  if (listed.length === 0) return null;
  return (
    <section aria-labelledby="boards-title">
      <h2 id="boards-title" className={classes.title}>
        Boards
      </h2>
      <div className={classes.card}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Board</th>
              <th scope="col">State</th>
              <th scope="col">Now</th>
              <th scope="col">What it adds</th>
              <th scope="col">
                <span className={classes.hidden}>Open</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map((board) => (
              <Row key={board.id} board={board} />
            ))}
          </tbody>
        </table>
        <p className={classes.teach}>
          <b>Another board?</b> Open its list of loads, click the Headhaul button in the toolbar, then “Teach”. It takes about a minute.
        </p>
      </div>
    </section>
  );
}
