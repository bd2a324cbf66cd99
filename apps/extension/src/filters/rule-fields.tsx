import type { RuleDraft } from '@headhaul/contracts/boards/filter-draft';
import { type RuleField, ruleForms } from '@headhaul/contracts/boards/rule-forms';
import { type KeyboardEvent, useState } from 'react';
import type { VerdictCount } from '../panel/matches/messages.ts';
import { RuleCount } from './rule-counts.tsx';

/** Enter, a comma or leaving the field adds what was typed. */
function WordInput({ label, example, onAdd }: { label: string; example: string; onAdd: (words: readonly string[]) => void }) {
  const [typed, setTyped] = useState('');
  function take(text: string): void {
    const words = text
      .split(/[,\n;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (words.length > 0) onAdd(words);
    setTyped('');
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    take(typed);
  }
  return (
    <input
      aria-label={`${label}. Enter or a comma adds it`}
      placeholder={example}
      maxLength={2_000}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => (/[,\n;]/.test(value) ? take(value) : setTyped(value))}
      onKeyDown={press}
      onBlur={() => take(typed)}
    />
  );
}

interface ListProps {
  label: string;
  field: Extract<RuleField, { type: 'list' }>;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

function ListField({ label, field: { options, example }, values, onChange }: ListProps) {
  const wordsOf = (value: string) => options?.find((option) => option.value === value)?.words ?? value;
  const add = (more: readonly string[]) => onChange([...new Set([...values, ...more])]);
  return (
    <span className="rule-list">
      {values.map((value) => (
        <span key={value} className="chip">
          {wordsOf(value)}
          <button type="button" aria-label={`Remove ${wordsOf(value)}`} onClick={() => onChange(values.filter((one) => one !== value))}>
            <span aria-hidden="true">×</span>
          </button>
        </span>
      ))}
      {options === undefined ? (
        <WordInput label={label} example={values.length === 0 ? example : ''} onAdd={add} />
      ) : (
        <select aria-label={label} value="" onChange={(event) => add([event.target.value])}>
          <option value="">{values.length === 0 ? example : 'Add'}</option>
          {options
            .filter(({ value }) => !values.includes(value))
            .map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
        </select>
      )}
    </span>
  );
}

interface FieldProps {
  field: RuleField;
  label: string;
  rule: RuleDraft;
  hasError: boolean;
  onChange: (rule: RuleDraft) => void;
}

function FieldInput({ field, label, rule, hasError, onChange }: FieldProps) {
  const setText = (text: string) => onChange({ ...rule, texts: { ...rule.texts, [field.name]: text } });
  const value = rule.texts[field.name] ?? '';
  if (field.type === 'list')
    return (
      <ListField
        label={label}
        field={field}
        values={rule.lists[field.name] ?? []}
        onChange={(values) => onChange({ ...rule, lists: { ...rule.lists, [field.name]: values } })}
      />
    );
  if (field.type === 'choice')
    return (
      <select aria-label={label} value={value} onChange={(event) => setText(event.target.value)}>
        {field.options.map(({ value: one, words }) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    );
  return (
    <span className="rule-number">
      <input
        aria-label={`${label}, ${field.unit}`}
        aria-invalid={hasError}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder={field.example}
        value={value}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="quiet" aria-hidden="true">
        {field.unit}
      </span>
    </span>
  );
}

interface RuleProps {
  rule: RuleDraft;
  error: string | undefined;
  /** What the rule finds among the seen rows, if it is known. */
  count: VerdictCount | undefined;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
}

/** One rule: its name, its fields with the words before them, and what is wrong with it. The forms are those of the web app. */
export function RuleFields({ rule, error, count, onChange, onRemove }: RuleProps) {
  const { label, fields, hint } = ruleForms[rule.kind];
  const note = error ?? hint;
  return (
    <li className="rule" data-rule={rule.key}>
      <div className="rule-head">
        <strong>{label}</strong>
        <button type="button" className="rule-remove" aria-label={`Remove the rule ${label}`} onClick={onRemove}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {fields.map((field) => (
        <div key={field.name} className="rule-field">
          <span className="quiet" aria-hidden="true">
            {field.words}
          </span>
          <FieldInput field={field} label={`${label}, ${field.words}`} rule={rule} hasError={error !== undefined} onChange={onChange} />
        </div>
      ))}
      {count === undefined ? null : <RuleCount count={count} />}
      {note === undefined ? null : (
        <p className={error === undefined ? 'line quiet' : 'line bad'} role={error === undefined ? undefined : 'alert'}>
          {note}
        </p>
      )}
    </li>
  );
}
