/** A name that nobody outside of the team that made it up would understand, and what to write instead. */
interface InventedName {
  pattern: RegExp;
  write: string;
  /** Where it is somebody else's name, or stored in browsers under this name. */
  except?: RegExp;
}

const inventedNames: readonly InventedName[] = [
  { pattern: /\b[a-z]\w*Words\b|-words\b/, write: '…Labels, format…', except: /decodeWords/ },
  { pattern: /\b(portal-)?[dD]eeds?\b/, write: 'actions' },
  { pattern: /\b[pP]apers\b|_PAPERS\b/, write: 'documents' },
  { pattern: /\b(broker|sending|grant)-desk\b|(Broker|Sending|Grant)Desk\b/, write: 'brokers, sending-control, grants' },
  { pattern: /\bload-(walk|start|bin|people)\b|\bcheckNamed\b/, write: 'transitions, initial-status, trash, references' },
  { pattern: /\bmail_turns\b/, write: 'mail_schedule' },
  { pattern: /\b[uU]pkeep\b/, write: 'maintenance' },
  { pattern: /\bneedsYou\b/, write: 'needsAttention' },
  { pattern: /\b\w+Keeper\b|\b\w+-keeper\b/, write: '…-sync, outcome-writer' },
  { pattern: /\b(loads-instead|rare-parts|own-changes)\b/, write: 'empty-state, preload, local-echo' },
  {
    pattern: /\b(last-loads|waiting-moves)\b|LastLoads\b/,
    write: 'list-snapshot, offline-queue',
    except: /hh\.(last-loads|waiting-moves)/,
  },
  {
    pattern: /\b(tellLoads|askDoubleBooking|giveBrokers|momentOf)\b|\b(function|const) settle\b/,
    write: 'a verb and a noun, such as publishLoadsChanged',
  },
  { pattern: /\bplacesOf\b/, write: 'rowOffsets' },
  { pattern: /\b(quietly|tellInPlace)\(/, write: 'suppressToast' },
  { pattern: /\bkeyless\b/, write: "idempotency: 'none'" },
];

/** In the web app, what a list shows of its rows. In the extension it is what a person can see. */
const inWeb: readonly InventedName[] = [{ pattern: /\b(const|let|function) \w*[sS]ight\b/, write: 'viewport' }];
const inProofs: readonly InventedName[] = [{ pattern: /\bjudge\w*\(|\b(crew|lots|doors)\b/, write: 'assess, workers, cases, endpoints' }];

/** Notes about what was: applied migrations and decisions keep the names of their day. This file names what it refuses. */
const history = /^(docs\/decisions|apps\/api\/migrations)\/|^scripts\/plain-names(\.test)?\.ts$/;

export interface NamedFile {
  path: string;
  text: string;
}

/** Where an invented name stands, and what to write instead. */
export function findInventedNames(files: readonly NamedFile[]): string[] {
  return files
    .filter(({ path }) => !history.test(path))
    .flatMap(({ path, text }) => {
      const inFolder = path.startsWith('proof/') ? inProofs : path.startsWith('apps/web/') ? inWeb : [];
      const names = [...inventedNames, ...inFolder];
      return [path, ...text.split('\n')].flatMap((line, index) =>
        names
          .filter(({ pattern, except }) => pattern.test(line) && except?.test(line) !== true)
          .map(({ pattern, write }) => `${path}${index === 0 ? '' : `:${index}`}: ${pattern.exec(line)?.[0]}; write ${write}`),
      );
    });
}
