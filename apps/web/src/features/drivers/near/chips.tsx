import type { EmptyNear } from '@headhaul/contracts/fit';
import { type Equipment, equipmentLabels, equipmentTypes } from '@headhaul/domain/equipment';
import { readEmptyNear, usualRadiusMiles } from '@headhaul/domain/fit/read-empty-near';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FilterOptions } from '../../../shared/list/controls/filter-options.tsx';
import { ClearFilters, FilterChip, FilterRow } from '../../../shared/list/controls/filter-row.tsx';
import { chipsOf } from './labels.ts';
import classes from './page.module.css';
import { limitRadius, type NearSearch } from './query.ts';

const radii = [25, 50, 100, 150, 200, 300, 500] as const;

interface NearChipsProps {
  search: NearSearch;
  answer: EmptyNear | undefined;
  timeZone: string;
  nowMs: number;
  onChange: (change: Partial<NearSearch>) => void;
}

/** Where, how far, which trailer and by when. Each can be changed, and removed where it is not the usual. */
export function NearChips({ search, answer, timeZone, nowMs, onChange }: NearChipsProps) {
  const [near, within, trailer, by] = chipsOf(search, answer, timeZone, nowMs).map(({ value }) => value);
  return (
    <FilterRow>
      <FilterChip
        key={`near ${search.place ?? ''}`}
        name="Near"
        value={near ?? ''}
        isOpenAtFirst={search.place === null}
        {...(search.place === null ? {} : { onRemove: () => onChange({ place: null }) })}
        editor={(close) => (
          <ChipField
            label="City or ZIP"
            placeholder="Dallas, TX"
            start={search.place ?? ''}
            onSave={(text) => {
              onChange({ place: text });
              close();
              return null;
            }}
          />
        )}
      />
      <FilterChip
        name="Within"
        value={within ?? ''}
        {...(search.radiusMiles === usualRadiusMiles ? {} : { onRemove: () => onChange({ radiusMiles: usualRadiusMiles }) })}
        editor={(close) => (
          <FilterOptions
            label="Within"
            isSingle
            options={radii.map((miles) => ({ value: String(miles), label: `${miles} mi` }))}
            selected={[String(search.radiusMiles)]}
            onChange={([miles]) => {
              onChange({ radiusMiles: limitRadius(Number(miles)) });
              close();
            }}
          />
        )}
      />
      <FilterChip
        name="Equipment"
        value={trailer ?? ''}
        {...(search.equipment === null ? {} : { onRemove: () => onChange({ equipment: null }) })}
        editor={(close) => (
          <FilterOptions
            label="Equipment"
            isSingle
            options={equipmentTypes.map((type) => ({ value: type, label: equipmentLabels[type] }))}
            selected={search.equipment === null ? [] : [search.equipment]}
            onChange={([type]) => {
              onChange({ equipment: type as Equipment });
              close();
            }}
          />
        )}
      />
      <FilterChip
        name="Empty by"
        value={by ?? ''}
        {...(search.by === null ? {} : { onRemove: () => onChange({ by: null }) })}
        editor={(close) => (
          <ChipField
            label="Empty by"
            placeholder="tue 8am"
            start=""
            onSave={(text) => {
              const read = readEmptyNear(`empty by ${text}`, nowMs, timeZone);
              if (read === null || read.ignored.length > 0) return 'Enter a day and a time, such as tue 8am.';
              onChange({ by: new Date(read.byMs).toISOString() });
              close();
              return null;
            }}
          />
        )}
      />
      {search.radiusMiles !== usualRadiusMiles || search.equipment !== null || search.by !== null ? (
        <ClearFilters onClear={() => onChange({ radiusMiles: usualRadiusMiles, equipment: null, by: null })} />
      ) : null}
    </FilterRow>
  );
}

interface ChipFieldProps {
  label: string;
  placeholder: string;
  start: string;
  /** What is wrong with the text. Null when it was taken. */
  onSave: (text: string) => string | null;
}

function ChipField({ label, placeholder, start, onSave }: ChipFieldProps) {
  const [text, setText] = useState(start);
  const [wrong, setWrong] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') setWrong(onSave(text.trim()));
  };
  return (
    <form className={classes.field} onSubmit={save}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        maxLength={60}
        error={wrong}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(null);
        }}
      />
      <Button type="submit" size="xs" mt={8}>
        Show
      </Button>
    </form>
  );
}
