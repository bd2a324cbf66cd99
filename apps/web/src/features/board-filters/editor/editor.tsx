import {
  checkDraft,
  type DraftErrors,
  type FilterDraft,
  isSameDraft,
  type RuleDraft,
  readyRules,
  startRule,
  toDraft,
} from '@headhaul/contracts/boards/filter-draft';
import type { BoardFilter } from '@headhaul/contracts/boards/filters';
import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { TextField } from '../../../shared/form/field.tsx';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx';
import { StaleFilterDialog } from '../dialogs.tsx';
import { type Edited, useSaveFilter } from '../use-save-filter.ts';
import { AddRule } from './add-rule.tsx';
import classes from './editor.module.css';
import { RuleRow } from './rule-row.tsx';
import { Choice, Toggle } from './switches.tsx';
import { TryIt } from './try-it.tsx';

interface EditorProps {
  edited: Edited;
  start: FilterDraft;
  isReadOnly: boolean;
  onSaved: (filter: BoardFilter) => void;
  onClose: () => void;
}

const noErrors: DraftErrors = { rules: {} };

/** The rules of one filter, and what becomes of loads that fail or don't say. */
export function FilterEditor({ edited, start, isReadOnly, onSaved, onClose }: EditorProps) {
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState(noErrors);
  const list = useRef<HTMLUListElement>(null);
  const { save, rebase, stale, nameError, finish, isSaving } = useSaveFilter(edited);
  const isShared = edited.kind === 'saved' ? edited.filter.isShared : edited.isShared;
  const isChanged = !isSameDraft(draft, saved);

  // Somebody else saved. Fields that nobody has touched show their version; otherwise saving shows both.
  const version = edited.kind === 'saved' ? edited.filter.version : 0;
  const [seenVersion, setSeenVersion] = useState(version);
  const isOvertaken = version > seenVersion;
  if (isOvertaken && !isChanged && !isSaving) {
    setSeenVersion(version);
    rebase(version);
    setSaved(start);
    setDraft(start);
  }

  const change = (part: Partial<FilterDraft>) => {
    setErrors(noErrors);
    setDraft((before) => ({ ...before, ...part }));
  };
  const changeRule = (rule: RuleDraft) => change({ rules: draft.rules.map((one) => (one.key === rule.key ? rule : one)) });
  const add = (kind: RuleDraft['kind']) => {
    const rule = startRule(kind);
    change({ rules: [...draft.rules, rule] });
    // The new rule is on the screen after the next paint.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-rule="${rule.key}"]`);
      row?.querySelector<HTMLElement>('input, select')?.focus();
    });
  };
  const store = async (version?: number) => {
    if (isReadOnly || isSaving) return;
    const checked = checkDraft(draft);
    if (!checked.ok) {
      setErrors(checked.errors);
      return;
    }
    const sent = draft;
    const answer = await save(checked.input, version);
    if (answer === null) return;
    setSeenVersion(answer.version);
    setSaved(sent);
    onSaved(answer);
  };
  useKeys({ 'mod+s': () => void store(), Escape: onClose });

  const set = useMemo(
    () => ({ rules: readyRules(draft.rules), onUnknown: draft.onUnknown, action: draft.action }),
    [draft.rules, draft.onUnknown, draft.action],
  );

  return (
    <form
      className={classes.editor}
      aria-label={draft.name === '' ? 'New filter' : draft.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <div className={classes.body}>
        {isReadOnly ? null : (
          <TextField
            label="Name"
            maxLength={60}
            placeholder="Van, Southeast"
            state={{
              name: 'name',
              value: draft.name,
              error: errors.name ?? nameError,
              onChange: (name) => change({ name }),
              onBlur: () => undefined,
            }}
          />
        )}
        <p className={classes.intro}>
          A load has to pass every rule. A rule that can’t be checked is “not known” and never counts as a pass.
        </p>
        {isOvertaken && edited.kind === 'saved' ? (
          <p className={classes.overtaken} role="status">
            {edited.filter.updatedBy ?? 'Somebody'} changed this filter meanwhile. Saving shows both versions.
          </p>
        ) : null}
        <ul className={classes.rules} ref={list}>
          {draft.rules.map((rule) => (
            <RuleRow
              key={rule.key}
              rule={rule}
              error={errors.rules[rule.key]}
              isReadOnly={isReadOnly}
              onChange={changeRule}
              onRemove={() => change({ rules: draft.rules.filter(({ key }) => key !== rule.key) })}
            />
          ))}
        </ul>
        {errors.whole === undefined ? null : (
          <p className={classes.error} role="alert">
            {errors.whole}
          </p>
        )}
        {isReadOnly ? null : <AddRule used={draft.rules.map(({ kind }) => kind)} onAdd={add} />}
      </div>
      <div className={classes.settings}>
        <Choice
          label="When a post doesn’t say"
          value={draft.onUnknown}
          options={[
            { value: 'KEEP', words: 'Keep' },
            { value: 'DIM', words: 'Dim' },
          ]}
          isReadOnly={isReadOnly}
          onChange={(onUnknown) => change({ onUnknown })}
        />
        <Choice
          label="Loads that fail"
          value={draft.action}
          options={[
            { value: 'DIM', words: 'Dim' },
            { value: 'HIGHLIGHT_ONLY', words: 'Mark matches only' },
          ]}
          isReadOnly={isReadOnly}
          onChange={(action) => change({ action })}
        />
        {isShared ? (
          <>
            <Toggle
              label="For everyone"
              help="Runs before everyone’s own filter. Nobody can turn it off."
              isOn={draft.isForEveryone}
              isReadOnly={isReadOnly}
              onChange={(isForEveryone) => change({ isForEveryone })}
            />
            <Toggle
              label="People may change it for themselves"
              isOn={draft.isAdjustable}
              isReadOnly={isReadOnly}
              onChange={(isAdjustable) => change({ isAdjustable })}
            />
          </>
        ) : null}
      </div>
      <TryIt set={set} />
      {isReadOnly ? null : (
        <div className={classes.foot}>
          <span className={classes.promise}>{isShared ? 'Your team gets it within a minute.' : 'Your boards get it within a minute.'}</span>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {isShared ? 'Save for the team' : 'Save'}
          </Button>
        </div>
      )}
      <LeaveGuard isOn={isChanged && !isSaving && !isReadOnly} />
      {stale === null ? null : (
        <StaleFilterDialog
          theirs={stale}
          mine={{ ...draft, rules: set.rules }}
          onKeepMine={() => {
            finish();
            void store(stale.version);
          }}
          onTakeTheirs={() => {
            finish();
            const theirs = toDraft(stale);
            setSeenVersion(stale.version);
            setSaved(theirs);
            setDraft(theirs);
          }}
          onClose={finish}
        />
      )}
    </form>
  );
}
