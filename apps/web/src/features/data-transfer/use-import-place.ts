import type { ColumnMapping, DataImport } from '@headhaul/contracts/data-transfer';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, removeStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { fitMapping } from './import-mapping.ts';

export type ImportStep = 'columns' | 'check';

export const importPath = '/dispatcher/my-loads/import';

interface ImportPlace {
  step: ImportStep;
  mapping: ColumnMapping;
  setMapping: (mapping: ColumnMapping) => void;
  goTo: (step: ImportStep) => void;
}

/** The current step and the mapping of an import. They are stored for the tab, so that leaving and coming back loses nothing. */
export function useImportPlace({ id, header, mapping: guess }: DataImport): ImportPlace {
  const [params, setParams] = useSearchParams();
  const step = params.get('step') === 'check' ? 'check' : 'columns';
  const [mapping, setMapping] = useState<ColumnMapping>(() => {
    const kept = readStored(storageKeys.importPlace);
    return (kept?.id === id ? fitMapping(kept.mapping, header) : null) ?? guess;
  });
  const keep = (at: ImportStep, chosen: ColumnMapping) =>
    writeStored(storageKeys.importPlace, { id, step: at, mapping: chosen as Record<string, number> });
  return {
    step,
    mapping,
    setMapping: (next) => {
      setMapping(next);
      keep(step, next);
    },
    goTo: (to) => {
      keep(to, mapping);
      setParams(placeParams(id, to));
    },
  };
}

function placeParams(id: string, step: ImportStep): Record<string, string> {
  return { import: id, ...(step === 'check' ? { step } : {}) };
}

export function placeOf(id: string, step: ImportStep = 'columns'): string {
  return `${importPath}?${new URLSearchParams(placeParams(id, step)).toString()}`;
}

/** The import that was left open in this tab. */
export function readPlace(): { id: string; step: ImportStep } | null {
  return readStored(storageKeys.importPlace);
}

export function rememberPlace(id: string): void {
  if (readPlace()?.id !== id) writeStored(storageKeys.importPlace, { id, step: 'columns', mapping: null });
}

export function forgetPlace(): void {
  removeStored(storageKeys.importPlace);
}
