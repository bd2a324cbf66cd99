import type { TeamMember, TeamPage } from '@headhaul/contracts/team';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { MemberAction } from './member-labels.ts';
import { MemberLine } from './member-line.tsx';
import classes from './team-table.module.css';

interface TeamPages {
  data?: { pages: TeamPage[] } | undefined;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface TeamTableProps {
  team: TeamPages;
  text: string;
  search: string;
  isTeamOwner: boolean;
  busyId: string | null;
  onText: (text: string) => void;
  onAction: (action: MemberAction, member: TeamMember) => void;
  onInvite: () => void;
}

export function TeamTable({ team, text, search, isTeamOwner, busyId, onText, onAction, onInvite }: TeamTableProps) {
  const members = team.data?.pages.flatMap((page) => page.members);
  const isAlone = members?.length === 1 && search === '' && !team.hasNextPage;

  return (
    <section className={classes.card} aria-label="People">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Last active</th>
            <td className={classes.searchCell}>
              <SearchField text={text} onText={onText} />
            </td>
          </tr>
        </thead>
        <tbody aria-busy={team.isFetching}>
          {members === undefined && !team.isError ? <WaitingRows /> : null}
          {members?.map((member) => (
            <MemberLine key={member.id} member={member} isTeamOwner={isTeamOwner} isBusy={busyId === member.id} onAction={onAction} />
          ))}
        </tbody>
      </table>
      {team.isError && members === undefined ? (
        <div className={classes.note} role="alert">
          <p>The team could not be loaded.</p>
          <Button variant="default" size="sm" loading={team.isFetching} onClick={() => void team.refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {members?.length === 0 ? (
        <div className={classes.note}>
          <p>Nobody here matches “{search}”.</p>
          <Button variant="default" size="sm" onClick={() => onText('')}>
            Show everyone
          </Button>
        </div>
      ) : null}
      {isAlone && isTeamOwner ? (
        <div className={classes.note}>
          <p>You work alone so far. Teammates see who emailed which load, so no broker hears from you twice.</p>
          <Button variant="default" size="sm" onClick={onInvite}>
            Invite your first teammate
          </Button>
        </div>
      ) : null}
      {team.hasNextPage ? (
        <div className={classes.note}>
          <Button variant="default" size="sm" loading={team.isFetchingNextPage} onClick={() => void team.fetchNextPage()}>
            Show more people
          </Button>
        </div>
      ) : null}
      {members !== undefined && members.length > 0 && !isAlone ? (
        <p className={classes.foot}>Everyone on the team sees who emailed which load, so no broker hears from you twice.</p>
      ) : null}
    </section>
  );
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <span className={classes.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        value={text}
        placeholder="Find a person"
        aria-label="Find a person"
        maxLength={100}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onText('');
        }}
      />
      {text === '' ? null : (
        <button type="button" aria-label="Clear the search" onClick={() => onText('')}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

function WaitingRows() {
  return ['first', 'second', 'third'].map((row) => (
    <tr key={row} className={classes.waiting}>
      <td>
        <span className={classes.bone} data-shape="disc" />
        <span className={classes.bone} />
      </td>
      <td>
        <span className={classes.bone} data-shape="short" />
      </td>
      <td>
        <span className={classes.bone} data-shape="short" />
      </td>
      <td />
    </tr>
  ));
}
