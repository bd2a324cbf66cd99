import {
  type LoadField,
  type LoadFieldKey,
  type loadFields,
  mapLoadFields,
  type RowFieldKey,
  rowFieldKeys,
} from '@headhaul/domain/loads/fields';
import { z } from 'zod';
import { optionalText } from '../http/field.ts';

/** Schemas of the fields that `loadFields` in the domain package describes. */
type Fields = typeof loadFields;

const number = (value: number) => value.toLocaleString('en-US');
const optionalWhole = (min: number, max: number) =>
  z
    .int()
    .min(min, `At least ${number(min)}`)
    .max(max, `At most ${number(max)}`)
    .nullable()
    .default(null);
const optionalFlag = () => z.boolean().default(false);

type KeptAs<Field> = Field extends { kind: 'text' }
  ? z.ZodNullable<z.ZodString>
  : Field extends { kind: 'whole' }
    ? z.ZodNullable<z.ZodInt>
    : z.ZodBoolean;
type SentAs<Field> = Field extends { kind: 'text' }
  ? ReturnType<typeof optionalText>
  : Field extends { kind: 'whole' }
    ? ReturnType<typeof optionalWhole>
    : ReturnType<typeof optionalFlag>;

function keptAs({ kind }: LoadField): z.ZodType {
  if (kind === 'flag') return z.boolean();
  return kind === 'whole' ? z.int().nullable() : z.string().nullable();
}

function sentAs(field: LoadField): z.ZodType {
  if (field.kind === 'flag') return optionalFlag();
  return field.kind === 'whole' ? optionalWhole(field.min, field.max) : optionalText(field.maxLength);
}

/** The fields as a load has them. */
export const plainFields = mapLoadFields(keptAs) as unknown as { [Key in LoadFieldKey]: KeptAs<Fields[Key]> };
/** The fields that a row of a list has. */
export const plainRowFields = mapLoadFields(keptAs, rowFieldKeys) as unknown as { [Key in RowFieldKey]: KeptAs<Fields[Key]> };
/** The fields as a form sends them. */
export const plainInputs = mapLoadFields(sentAs) as unknown as { [Key in LoadFieldKey]: SentAs<Fields[Key]> };
