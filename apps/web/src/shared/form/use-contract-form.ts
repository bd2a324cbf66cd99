import { useState } from 'react';
import type { z } from 'zod';
import { getDraftOwner } from '../session/draft-owner.ts';
import { subscribeForgetting } from '../session/session-store.ts';
import { type FieldErrors, schemaErrors, serverErrors } from './form-errors.ts';

/** Every value of a form is text. `toInput` and the schema convert it. */
export type FormValues<K extends string> = Readonly<Record<K, string>>;

interface FormOptions<S extends z.ZodType, K extends string> {
  /** The contract's input schema. A form has no rules besides it. */
  schema: S;
  saved: FormValues<K>;
  toInput: (values: FormValues<K>) => z.input<S>;
  /** Sends the input. Returns the failure, or undefined when it was saved. */
  save: (input: z.output<S>) => Promise<unknown>;
  /** The name of the draft. Typed text is still there when the same person comes back to the form in the same company. */
  draftKey: string;
  /** Fields that are never kept in a draft, such as a password. */
  neverKept?: readonly NoInfer<K>[];
}

/** Typed but not saved text, by owner and form. Lives as long as the tab. */
const drafts = new Map<string, Readonly<Record<string, string>>>();
subscribeForgetting(() => drafts.clear());

/** Errors show on blur, all of them on save. Typed text stays whatever the server or a live update says. */
export function useContractForm<S extends z.ZodType, K extends string>(options: FormOptions<S, K>) {
  const { schema, saved, toInput, save, neverKept = [] } = options;
  const [{ userId, companyId }] = useState(getDraftOwner);
  const draftKey = `${userId} ${companyId} ${options.draftKey}`;
  const [typed, setTyped] = useState<Partial<Record<K, string>>>(() => (drafts.get(draftKey) ?? {}) as Partial<Record<K, string>>);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [isSaving, setSaving] = useState(false);
  const values: FormValues<K> = { ...saved, ...typed };

  const isSecret = (name: string) => neverKept.some((one) => one === name);
  const keep = (next: Partial<Record<K, string>>) => {
    setTyped(next);
    drafts.set(draftKey, Object.fromEntries(Object.entries<string>(next as Record<string, string>).filter(([name]) => !isSecret(name))));
  };

  const discard = () => {
    setTyped({});
    setTouched(new Set());
    setRefused({});
    drafts.delete(draftKey);
  };

  const submit = async (): Promise<boolean> => {
    const input = toInput(values);
    const parsed = schema.safeParse(input);
    if (!parsed.success) {
      setTouched(new Set(Object.keys(values)));
      focusFirst(Object.keys(schemaErrors(schema, input)));
      return false;
    }
    setSaving(true);
    const failure = await save(parsed.data);
    setSaving(false);
    if (failure === undefined) {
      discard();
      return true;
    }
    const errors = serverErrors(failure);
    setRefused(errors);
    focusFirst(Object.keys(errors));
    return false;
  };

  /** Changes several fields at once, because one choice may fill several of them. */
  const change = (some: Partial<Record<K, string>>) => {
    keep({ ...typed, ...some });
    setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !(name in some))));
  };

  /** The props that connect an input to the form. */
  const field = (name: K) => {
    const own = touched.has(name) ? schemaErrors(schema, toInput(values))[name] : undefined;
    return {
      name,
      value: values[name],
      error: own ?? refused[name],
      onChange: (value: string) => change({ [name]: value } as Partial<Record<K, string>>),
      onBlur: () => setTouched(new Set([...touched, name])),
    };
  };

  const isChanged = (Object.keys(typed) as K[]).some((name) => typed[name] !== saved[name]);
  return { field, values, change, submit, discard, isSaving, isChanged };
}

function focusFirst(names: readonly string[]): void {
  const [first] = [...document.querySelectorAll<HTMLElement>('[data-form-field]')].filter(({ dataset }) =>
    names.includes(dataset.formField ?? ''),
  );
  first?.focus();
}
