import { type Driver, Driver as DriverAnswer, DriverInput } from '@headhaul/contracts/drivers';
import { Problem } from '@headhaul/contracts/http/errors';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { modKeys } from '../../../shared/keyboard/mod-keys.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { notify } from '../../../shared/notify.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { loadLookupsApi } from '../../loads/lookups.api.ts';
import { driversApi } from '../drivers.api.ts';
import { driverName } from '../labels.ts';
import { driverPaths } from '../paths.ts';
import classes from './page.module.css';
import { describeSaveFailure } from './save.ts';
import { HomeSection, LicenseSection, LinksSection, PaySection, PersonSection, TruckSection } from './sections.tsx';
import { StaleDriverDialog } from './stale-driver-dialog.tsx';
import { type DriverField, emptyDriver, toDriverForm, toDriverInput } from './values.ts';

const noFleet = { trucks: [], trailers: [] };

/** Creates a driver when the address has no id, otherwise edits one. */
export default function DriverFormPage() {
  const { driverId } = useParams();
  const { pathname } = useLocation();
  const paths = driverPaths(pathname);
  const session = useSession();
  const query = driversApi.useGetDriverQuery({ params: { id: driverId ?? '' } }, { skip: driverId === undefined });
  const fleet = driversApi.useListFleetQuery();
  const isWaiting = (driverId !== undefined && query.currentData === undefined) || (fleet.data === undefined && !fleet.isError);

  if (isWaiting || session === null) {
    return (
      <div className={classes.page}>
        <SubPageHeader title={driverId === undefined ? 'New driver' : 'Edit driver'} backTo={paths.list} />
        {query.isError ? (
          <p className={classes.gone}>
            There is no such driver in your company. <Link to={paths.list}>Back to the drivers</Link>
          </p>
        ) : (
          <div className={classes.bone} aria-busy="true" />
        )}
      </div>
    );
  }
  const isCompanys = paths.usual === 'all';
  return (
    <DriverForm
      key={driverId ?? 'new'}
      driver={query.currentData ?? null}
      start={emptyDriver(isCompanys ? '' : session.id)}
      backTo={driverId === undefined ? paths.list : `/dispatcher/my-drivers/${driverId}`}
      draftKey={`driver:${driverId ?? pathname}`}
    />
  );
}

interface DriverFormProps {
  driver: Driver | null;
  start: ReturnType<typeof emptyDriver>;
  backTo: string;
  draftKey: string;
}

function DriverForm({ driver, start, backTo, draftKey }: DriverFormProps) {
  const navigate = useNavigate();
  const [create] = driversApi.useCreateDriverMutation();
  const [update] = driversApi.useUpdateDriverMutation();
  const { data: fleet = noFleet } = driversApi.useListFleetQuery();
  const { data: everyone } = driversApi.useListDriversQuery({ query: { employment: 'ACTIVE', sort: 'NAME', limit: 500 } });
  const { data: team } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  // The version that the form started from. A live update of the driver must not replace it unseen.
  const [base, setBase] = useState(driver);
  /** The version that the form started from, kept while the user has not decided about a teammate's change. Null otherwise. */
  const [before, setBefore] = useState<Driver | null>(null);
  const saved = base === null ? start : toDriverForm(base);
  const savedId = useRef<string | null>(null);

  const form = useContractForm({
    schema: DriverInput,
    saved,
    toInput: (values) => toDriverInput(values, fleet),
    draftKey,
    save: async (body) => {
      const input = { ...suppressToast, body };
      const answer =
        base === null ? await create(input) : await update({ ...input, params: { id: base.id }, query: { version: base.version } });
      if (answer.data !== undefined) {
        savedId.current = answer.data.id;
        return undefined;
      }
      const current = currentOf(answer.error);
      if (current === null) {
        describeSaveFailure(answer.error);
      } else {
        // The form now builds on the teammate's version. Fields that the user did not touch take its values, whatever the user decides.
        setBefore(base);
        setBase(current);
      }
      return answer.error;
    },
  });

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!(await form.submit())) return;
    notify('success', base === null ? 'The driver is in your list' : 'Saved');
    void navigate(base === null ? `/dispatcher/my-drivers/${savedId.current}` : backTo, { replace: true });
  };
  useKeys({ 'mod+Enter': () => void submit() });
  const page = useRef<HTMLFormElement>(null);
  // In a new form the first field gets the focus, so that the user can type at once. An existing driver is read first.
  useEffect(() => {
    if (driver === null) page.current?.querySelector<HTMLElement>('[data-form-field]')?.focus();
  }, [driver]);

  const field = (name: DriverField) => form.field(name);
  const members = (team?.members ?? []).flatMap(({ userId, name, familyName, email }) =>
    userId === null ? [] : [{ id: userId, name: `${name} ${familyName}`.trim() || email }],
  );
  const active = (everyone?.drivers ?? []).filter(({ id }) => id !== base?.id).map((one) => ({ id: one.id, name: driverName(one) }));
  // A dispatcher who left stays this driver's until somebody chooses another. Without this option the select would show nobody.
  const people = withGone(members, base?.dispatcherId, base?.dispatcherName, team?.nextCursor === null ? ' (left the team)' : '');
  const partners = withGone(active, base?.teamPartnerId, base?.teamPartnerName, everyone === undefined ? '' : ' (inactive)');
  const name = `${form.values.name} ${form.values.familyName}`.trim();
  const sections = { field, values: form.values };

  return (
    <form ref={page} className={classes.page} onSubmit={(event) => void submit(event)} noValidate>
      <SubPageHeader
        title={base === null ? 'New driver' : `Edit ${driverName(base)}`}
        backTo={backTo}
        state={form.isChanged ? 'What you typed is kept until you save' : undefined}
      />
      <div className={classes.columns}>
        <div className={classes.card}>
          <PersonSection {...sections} people={people} partners={partners} />
          <TruckSection {...sections} fleet={fleet} />
          <HomeSection {...sections} />
          <LicenseSection {...sections} />
          <PaySection {...sections} />
          <LinksSection {...sections} />
        </div>
        <aside className={classes.summary}>
          <div className={classes.who}>
            <Avatar name={name === '' ? '?' : name} size={36} />
            <span>
              <b>{name === '' ? 'No name yet' : name}</b>
              <span>{form.values.truckNumber === '' ? 'No truck yet' : `Truck ${form.values.truckNumber}`}</span>
            </span>
          </div>
          <p className={classes.left}>{formatLeft(form.values)}</p>
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={form.isSaving}
            rightSection={<Keycap>{modKeys('↵')}</Keycap>}
            className={classes.save}
          >
            {base === null ? 'Add driver' : 'Save'}
          </Button>
          <Button
            variant="default"
            size="md"
            fullWidth
            onClick={() => {
              form.discard();
              void navigate(backTo);
            }}
          >
            Cancel
          </Button>
        </aside>
      </div>
      {before === null ? null : (
        <StaleDriverDialog
          before={toDriverForm(before)}
          theirs={saved}
          mine={form.values}
          name={driverName(before)}
          people={[...people, ...partners]}
          onKeepMine={() => {
            setBefore(null);
            void submit();
          }}
          onTakeTheirs={() => {
            setBefore(null);
            form.discard();
          }}
          onClose={() => setBefore(null)}
        />
      )}
    </form>
  );
}

/** The version that a teammate saved meanwhile. Null for any other failure. */
function currentOf(failure: unknown): Driver | null {
  const problem = Problem.safeParse((failure as { data?: unknown }).data);
  const current = problem.success && problem.data.status === 412 ? DriverAnswer.safeParse(problem.data.current) : null;
  return current?.data ?? null;
}

/** The fields that make a driver more useful. Only the name is required. */
function formatLeft(values: ReturnType<typeof emptyDriver>): string {
  const wanted: [DriverField, string][] = [
    ['phone', 'phone'],
    ['truckNumber', 'truck'],
    ['equipment', 'equipment'],
    ['homeCity', 'home'],
  ];
  const left = wanted.filter(([name]) => values[name].trim() === '').map(([, words]) => words);
  if (values.name.trim() === '') return 'Only the first name is needed.';
  return left.length === 0 ? 'All that matching loads needs is here.' : `Worth adding: ${left.join(', ')}.`;
}

interface Choice {
  id: string;
  name: string;
}

function withGone(
  choices: readonly Choice[],
  id: string | null | undefined,
  name: string | null | undefined,
  why: string,
): readonly Choice[] {
  if (id == null || choices.some((choice) => choice.id === id)) return choices;
  return [{ id, name: `${name ?? 'Former member'}${why}` }, ...choices];
}
