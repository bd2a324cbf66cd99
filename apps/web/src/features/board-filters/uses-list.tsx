import type { BoardFilter, BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { Ago } from '../../shared/time/ago.tsx';
import classes from './uses-list.module.css';

interface Standing {
  words: string;
  tone: 'plain' | 'need';
}

/** What a person uses, in words: "As the team has it", "Changed 2 rules, only for Jay". */
function describeUse(use: BoardFilterUse, filters: readonly Pick<BoardFilter, 'id' | 'name'>[]): Standing {
  const { filter, isOn, seenAt, isYou, name } = use;
  if (seenAt === null) return { words: 'Extension not connected', tone: 'need' };
  if (!isOn) return { words: 'Filters off', tone: 'plain' };
  if (filter === null) return { words: 'No filter', tone: 'plain' };
  if (filter.isShared) return { words: 'On, as the team has it', tone: 'plain' };
  const base = filters.find(({ id }) => id === filter.basedOnId);
  const whom = isYou ? 'you' : (name.split(' ')[0] ?? name);
  if (base === undefined) return { words: isYou ? 'On, your own' : 'On, their own', tone: 'plain' };
  const { changedRules: changed } = filter;
  if (changed === 0) return { words: `A copy of “${base.name}”, only for ${whom}`, tone: 'plain' };
  return { words: `Changed ${changed} ${changed === 1 ? 'rule' : 'rules'} of “${base.name}”, only for ${whom}`, tone: 'need' };
}

export function UsesList({ uses, filters }: { uses: readonly BoardFilterUse[]; filters: readonly BoardFilter[] }) {
  return (
    <ul className={classes.uses} aria-label="Who uses what">
      {uses.map((use) => {
        const { words, tone } = describeUse(use, filters);
        return (
          <li key={use.userId}>
            <span className={classes.who}>
              <Avatar name={use.name} size={24} />
              {use.name}
              {use.isYou ? <span className={classes.you}>you</span> : null}
            </span>
            <b className={classes.what}>{use.filter?.name ?? '–'}</b>
            <span className={classes.how} data-tone={tone}>
              {words}
              {use.seenAt !== null && !use.isUpToDate ? <span className={classes.waits}>Updates when a board is open</span> : null}
            </span>
            <span className={classes.when}>{use.seenAt === null ? '' : <Ago at={use.seenAt} />}</span>
          </li>
        );
      })}
    </ul>
  );
}
