import type { Load } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopClock } from '../../../shared/format/stop-time.ts';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { notify, notifyPending } from '../../../shared/notify.ts';
import type { DraftOwner } from '../../../shared/session/draft-owner.ts';
import type { CacheDispatch } from '../cache/cached-loads.ts';
import { useEditors } from '../cache/editing-presence.ts';
import { refreshLoad } from '../cache/live-updates.ts';
import { uploadLoadDocument } from '../details/documents/upload.ts';
import { EditingNotice } from '../details/states.tsx';
import { loadPagePath, loadsPath } from '../paths.ts';
import { compareDrafts, type NameOf } from './conflict/conflict-merge.ts';
import type { LoadDraft } from './draft/draft.ts';
import { dropDraft, type FormKey, type KeptDraft, keepRateCon, keptRateCon } from './draft/kept-draft.ts';
import { thingsLeft } from './draft/to-input.ts';
import { useTellEditing } from './editing.ts';
import { useFormFacts } from './facts.ts';
import { formatFormRpm, formatPayTerms } from './figures.ts';
import classes from './form.module.css';
import { CrewSection } from './sections/crew.tsx';
import { RateConZone } from './sections/rate-con.tsx';
import { ReferenceSection } from './sections/references.tsx';
import { BrokerSection, FreightSection, MoneySection } from './sections/sections.tsx';
import { Stops } from './sections/stops.tsx';
import { type LoadForm as Form, useLoadForm } from './state.ts';
import { useSubmitLoad } from './submit.tsx';
import { Summary } from './summary.tsx';

interface LoadFormProps {
  owner: DraftOwner;
  formKey: FormKey;
  kept: KeptDraft | null;
  initial: LoadDraft;
  base: KeptDraft['base'];
  /** The load as it is now; null for a new one. */
  edited: Load | null;
  /** The number of the load that this one was copied from. */
  copyOf: string | null;
  /** Turns a load from the server into a draft for the form. */
  draftOf: (load: Load) => LoadDraft;
  nameOf: NameOf;
  zone: string;
}

/** The form of a load, with its profit at the right. The browser keeps every change, so that nothing typed is lost. */
export function LoadForm({ owner, formKey, kept, initial, base, edited, copyOf, draftOf, nameOf, zone }: LoadFormProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const dispatch = useDispatch<CacheDispatch>();
  const form = useLoadForm({ owner, form: formKey, kept, initial, base, isDraft: edited?.status === 'DRAFT' });
  const { figures, zones, lastCity, fits, candidates, driver, payTerms, suggested } = useFormFacts(form.draft, edited, zone);
  const [rateCon, setRateCon] = useState(() => keptRateCon(owner, formKey));
  const editor = useEditors().get(edited?.id ?? '');
  useTellEditing(edited?.id ?? null);

  const leave = (to: string) => {
    if (edited !== null && location.key !== 'default') void navigate(-1);
    else void navigate(to, { replace: true });
  };

  const fileRateCon = async (load: Load, file: File) => {
    const notice = notifyPending({ message: `Filing ${file.name} with ${load.loadNumber}…` });
    try {
      const never = new AbortController().signal;
      await uploadLoadDocument({ loadId: load.id, kind: 'RATE_CONFIRMATION', file }, { signal: never, onProgress: () => undefined });
      await refreshLoad(dispatch, load.id);
      notice.update('success', `${load.loadNumber} has its rate con`);
    } catch (failure) {
      notice.update('error', `${load.loadNumber} is booked, but its rate con was not filed. ${(failure as Error).message}`);
    }
  };

  const finish = (load: Load, asDraft: boolean) => {
    form.forget();
    keepRateCon(owner, formKey, null);
    notify('success', edited === null ? `${load.loadNumber} is ${asDraft ? 'kept as a draft' : 'booked'}` : `${load.loadNumber} is saved`);
    if (rateCon !== null) void fileRateCon(load, rateCon);
    leave(edited === null ? `${loadsPath}?load=${load.id}` : loadPagePath(load.id));
  };

  const { submit, isSaving, dialogs } = useSubmitLoad({
    form,
    edited,
    deadheadMiles: figures.deadheadMiles ?? 0,
    draftOf,
    nameOf,
    zone,
    zones,
    fits,
    onSaved: finish,
  });

  const discard = () => {
    dropDraft(owner, formKey);
    keepRateCon(owner, formKey, null);
    leave(edited === null ? loadsPath : loadPagePath(edited.id));
  };

  useKeys({ 'mod+Enter': () => void submit(false) });

  const isNew = edited === null;
  const action = isNew ? 'Book load' : 'Save changes';
  const meanwhile = edited !== null && form.base !== null && edited.version > form.base.version;
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <SubPageHeader
          title={isNew ? 'New load' : `Edit ${edited.loadNumber}`}
          backTo={isNew ? loadsPath : loadPagePath(edited.id)}
          state={<KeptText keptAt={form.keptAt} copyOf={copyOf} zone={zone} />}
        >
          <Button variant="subtle" color="gray" className={classes.discard} onClick={discard}>
            Discard
          </Button>
          {isNew ? (
            <Button variant="default" loading={isSaving} onClick={() => void submit(true)}>
              Save as draft
            </Button>
          ) : null}
        </SubPageHeader>
      </div>
      <div className={classes.keptLine}>
        <KeptText keptAt={form.keptAt} copyOf={copyOf} zone={zone} />
      </div>
      {editor === undefined ? null : <EditingNotice name={editor.name} />}
      {meanwhile && editor === undefined ? <SavedMeanwhile edited={edited} form={form} draftOf={draftOf} nameOf={nameOf} /> : null}
      <div className={classes.columns}>
        <form className={classes.card} noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterGoesOn}>
          {isNew ? (
            <RateConZone
              file={rateCon}
              onFile={(file) => {
                setRateCon(file);
                keepRateCon(owner, formKey, file);
              }}
            />
          ) : null}
          <BrokerSection form={form} />
          <section className={classes.section} aria-label="Stops">
            <Stops form={form} figures={figures} zones={zones} lastCity={lastCity} />
          </section>
          <FreightSection form={form} />
          <MoneySection
            form={form}
            figures={figures}
            isNew={isNew}
            payTerms={driver?.pay == null || payTerms === null ? null : `${driver.name}’s terms, ${formatPayTerms(payTerms)}`}
          />
          <CrewSection form={form} candidates={candidates} driver={driver} named={edited} />
          <ReferenceSection form={form} isNew={isNew} />
        </form>
        <Summary
          draft={form.draft}
          loadId={edited?.id ?? null}
          figures={figures}
          candidates={candidates}
          suggested={suggested}
          onAssign={({ driverId }) => form.change({ driverId, truckId: null, trailerId: null })}
          left={edited?.status === 'DRAFT' ? thingsLeft(form.draft).filter((thing) => thing !== 'rate') : thingsLeft(form.draft)}
          action={action}
          isSaving={isSaving}
          onSave={() => void submit(false)}
        />
      </div>
      <div className={classes.phoneBar}>
        <span>
          <b>{formatMoney(figures.grossCents)}</b>
          {formatFormRpm(figures)}
        </span>
        <Button size="lg" loading={isSaving} onClick={() => void submit(false)}>
          {action}
        </Button>
      </div>
      {dialogs}
    </div>
  );
}

/** "Draft kept 10:41 CST" */
function KeptText({ keptAt, copyOf, zone }: { keptAt: string | null; copyOf: string | null; zone: string }) {
  const origin = copyOf === null ? null : `Copy of ${copyOf}`;
  if (keptAt === null) return <span className={classes.kept}>{origin}</span>;
  return (
    <span className={classes.kept}>
      <IconHistory size={15} stroke={1.75} aria-hidden="true" />
      {[origin, `Draft kept ${formatStopClock(keptAt, zone)}`].filter((part) => part !== null).join(', ')}
    </span>
  );
}

/** Enter moves to the next field, as Tab does, but skips the rarely used buttons. */
function enterGoesOn(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event;
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.key !== 'Enter' || event.defaultPrevented || hasModifier || !(target instanceof HTMLInputElement)) return;
  if (target.dataset.formField === undefined) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-form-field]')];
  fields[fields.indexOf(target) + 1]?.focus();
}

interface SavedMeanwhileProps {
  edited: Load;
  form: Form;
  draftOf: (load: Load) => LoadDraft;
  nameOf: NameOf;
}

/** Warns before the person types on that a teammate saved this load. The changes are compared when this form is saved. */
function SavedMeanwhile({ edited, form, draftOf, nameOf }: SavedMeanwhileProps) {
  const theirs = compareDrafts(form.base?.draft ?? form.draft, form.draft, draftOf(edited), nameOf).filter(({ by }) => by !== 'me');
  if (theirs.length === 0) return null;
  return (
    <p className={classes.meanwhile} role="status">
      A teammate saved this load meanwhile: {theirs.map(({ label }) => label).join(', ')}. Choose which to keep when you save.
    </p>
  );
}
