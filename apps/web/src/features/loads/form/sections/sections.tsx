import { equipmentLabels, equipmentTypes, loadRequirements, loadTypes } from '@headhaul/domain/equipment';
import { loadFields } from '@headhaul/domain/loads/fields';
import { factoringStatuses } from '@headhaul/domain/loads/money';
import type { MilesSource } from '@headhaul/domain/roads/miles-source';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../../../shared/form/field.tsx';
import { formatMoney } from '../../../../shared/format/money.ts';
import { formatPhone } from '../../../../shared/format/phone.ts';
import { formatTerms } from '../../../../shared/format/terms.ts';
import { dollarText } from '../draft/from-load.ts';
import type { FormFigures } from '../figures.ts';
import classes from '../form.module.css';
import { factoringLabels, formatEnum, loadTypeLabels } from '../labels.ts';
import type { LoadForm } from '../state.ts';
import { BrokerField } from './broker.tsx';

interface SectionProps {
  form: LoadForm;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Hides fields that only some loads need. Opens at first when something is filled in. */
function More({ label, isFilled, children }: { label: string; isFilled: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isFilled);
  return (
    <>
      <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronDown size={15} stroke={2} aria-hidden="true" />
        {label}
      </button>
      {isOpen ? children : null}
    </>
  );
}

export function BrokerSection({ form }: SectionProps) {
  const { draft, field } = form;
  const contact = [draft.brokerContactName, draft.brokerContactEmail, formatPhone(draft.brokerContactPhone)]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <Section title="Broker">
      <div className={classes.broker}>
        <BrokerField form={form} />
        <TextField state={field('rc')} label="RC number" maxLength={60} placeholder="Optional" />
        <TextField state={field('brokerLoadNumber')} label="Broker’s load number" maxLength={60} placeholder="Optional" />
      </div>
      <More label={contact === '' ? 'Contact' : `Contact: ${contact}`} isFilled={false}>
        <div className={classes.four}>
          <TextField state={field('brokerContactName')} label="Name" maxLength={200} />
          <TextField state={field('brokerContactEmail')} label="Email" maxLength={320} inputMode="email" />
          <TextField state={field('brokerContactPhone')} label="Phone" maxLength={40} inputMode="tel" />
          <TextField state={field('brokerContactExt')} label="Ext." maxLength={20} />
        </div>
      </More>
    </Section>
  );
}

export function FreightSection({ form }: SectionProps) {
  const { draft, field, change } = form;
  const isReefer = draft.equipment === 'REEFER';
  const isFilled =
    [draft.lengthFt, draft.pieces, draft.weightBolLb, draft.hazmatClass].some((text) => text !== '') || draft.requirements.length > 0;
  const temperature = (
    <>
      <TextField state={field('temperatureMinF')} label="Min temp, °F" maxLength={4} placeholder="Optional" />
      <TextField state={field('temperatureMaxF')} label="Max temp, °F" maxLength={4} placeholder="Optional" />
    </>
  );
  return (
    <Section title="Freight">
      <div className={classes.four}>
        <SelectField state={field('equipment')} label="Equipment">
          {equipmentTypes.map((one) => (
            <option key={one} value={one}>
              {equipmentLabels[one]}
            </option>
          ))}
        </SelectField>
        <TextField state={field('commodity')} label="Commodity" maxLength={200} placeholder="Optional" />
        <TextField state={field('weightLb')} label="Weight, lb" maxLength={12} inputMode="numeric" placeholder="Optional" />
        <TextField state={field('pallets')} label="Pallets" maxLength={6} inputMode="numeric" placeholder="Optional" />
        {isReefer ? temperature : null}
      </div>
      <More label="Length, load type, requirements" isFilled={isFilled}>
        <div className={classes.four}>
          <TextField state={field('lengthFt')} label="Length, ft" maxLength={4} inputMode="numeric" />
          <SelectField state={field('loadType')} label="Load type">
            {loadTypes.map((one) => (
              <option key={one} value={one}>
                {loadTypeLabels[one]}
              </option>
            ))}
          </SelectField>
          <TextField state={field('pieces')} label="Pieces" maxLength={12} inputMode="numeric" />
          <TextField state={field('weightBolLb')} label="BOL weight, lb" maxLength={12} inputMode="numeric" />
          <TextField state={field('hazmatClass')} label="Hazmat class" maxLength={20} />
          {isReefer ? null : temperature}
        </div>
        <fieldset className={classes.checks}>
          <legend>The driver needs</legend>
          {loadRequirements.map((one) => (
            <label key={one}>
              <input
                type="checkbox"
                checked={draft.requirements.includes(one)}
                onChange={(event) =>
                  change({
                    requirements: event.currentTarget.checked
                      ? [...draft.requirements, one]
                      : draft.requirements.filter((other) => other !== one),
                  })
                }
              />
              {one === 'TWIC' ? 'TWIC' : formatEnum(one)}
            </label>
          ))}
        </fieldset>
      </More>
    </Section>
  );
}

const usualTerms = [7, 15, 21, 30, 45, 60];

interface MoneySectionProps extends SectionProps {
  figures: FormFigures;
  /** "Nate’s terms, $0.65 a mile"; null without a driver or terms. */
  payTerms: string | null;
  /** A new load has no driven miles yet. */
  isNew: boolean;
}

export function MoneySection({ form, figures, payTerms, isNew }: MoneySectionProps) {
  const { draft, field } = form;
  const terms = [...new Set([...usualTerms, Number(draft.paymentTermsDays)])].filter((days) => days >= 0).sort((a, b) => a - b);
  const isFactored = draft.factoringStatus !== 'NOT_FACTORED';
  const byTerms = draft.driverPay.trim() === '' && figures.driverPayCents !== null ? dollarText(figures.driverPayCents) : '';
  return (
    <Section title="Money">
      <div className={classes.four}>
        <Dollars label="Linehaul" state={field('linehaul')} placeholder="0" />
        <Dollars label="Fuel surcharge" state={field('fuelSurcharge')} placeholder="0" />
        <Dollars
          label="Driver pay"
          state={field('driverPay')}
          placeholder={byTerms === '' ? 'By their terms' : byTerms}
          help={payTerms ?? undefined}
        />
        <SelectField state={field('paymentTermsDays')} label="Terms">
          {terms.map((days) => (
            <option key={days} value={String(days)}>
              {days <= 7 ? `${formatTerms(days)}, ${days} d` : formatTerms(days)}
            </option>
          ))}
        </SelectField>
        <TextField
          state={field('loadedMiles')}
          label="Loaded miles"
          maxLength={7}
          inputMode="numeric"
          placeholder={formatMeasured(figures.loadedMiles, figures.loadedSource) ?? 'Measured'}
        />
        <TextField
          state={field('deadheadMiles')}
          label="Empty miles"
          maxLength={7}
          inputMode="numeric"
          placeholder={formatMeasured(figures.deadheadMiles, figures.deadheadSource) ?? 'To the pickup'}
        />
        {isNew ? null : (
          <TextField
            state={field('actualMiles')}
            label={loadFields.actualMiles.label}
            help="Miles driven, by odometer or ELD."
            maxLength={7}
            inputMode="numeric"
            placeholder="Optional"
          />
        )}
        <SelectField state={field('factoringStatus')} label="Factoring">
          {factoringStatuses.map((one) => (
            <option key={one} value={one}>
              {factoringLabels[one]}
            </option>
          ))}
        </SelectField>
        {isFactored ? (
          <TextField state={field('factoringFee')} label="Factor’s fee, %" maxLength={6} inputMode="decimal" placeholder="2.5" />
        ) : null}
      </div>
      {figures.fuelSurchargeCents > 0 && figures.grossCents !== null ? (
        <p className={classes.sum}>Gross is {formatMoney(figures.grossCents)} with the surcharge.</p>
      ) : null}
    </Section>
  );
}

interface DollarsProps {
  label: string;
  state: ReturnType<LoadForm['field']>;
  placeholder: string;
  help?: string | undefined;
}

function Dollars({ label, state, placeholder, help }: DollarsProps) {
  return (
    <div className={classes.dollars}>
      <TextField
        state={state}
        label={label}
        maxLength={16}
        inputMode="decimal"
        placeholder={placeholder}
        {...(help === undefined ? {} : { help })}
      />
    </div>
  );
}

/** "812", or "About 812" where no road is known. Null if there are no miles, or if they were typed. */
function formatMeasured(miles: number | null, source: MilesSource | null): string | null {
  if (miles === null || source === 'ENTERED') return null;
  return `${source === 'ESTIMATE' ? 'About ' : ''}${miles.toLocaleString('en-US')}`;
}
