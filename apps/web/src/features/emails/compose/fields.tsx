import type { Driver } from '@headhaul/contracts/drivers';
import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { useId } from 'react';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { SelectField, TextField } from '../../../shared/form/field.tsx';
import { formatStopDay } from '../../../shared/format/stop-time.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { brokersApi } from '../../brokers/brokers.api.ts';
import { driversApi } from '../../drivers/drivers.api.ts';
import { emailTemplatesApi } from '../../email-templates/email-templates.api.ts';
import { loadsApi } from '../../loads/loads.api.ts';
import type { ComposeWish } from '../compose-mail.public.ts';
import classes from './compose-dialog.module.css';
import { offerOf, readRecipient } from './facts.ts';

export interface ComposeValues {
  accountId: string;
  /** Empty for the mailbox's default template. */
  templateId: string;
  to: string;
  toName: string | null;
  /** Empty for a mail that is not about a load. */
  loadId: string;
  offer: string;
  driverId: string;
}

interface ComposeFieldsProps {
  wish: ComposeWish;
  accounts: readonly EmailAccount[];
  values: ComposeValues;
  toError: string | undefined;
  onToBlur: () => void;
  offerError: string | undefined;
  onChange: (part: Partial<ComposeValues>) => void;
}

/** The fields of the dialog: mailbox, template, recipient, load, rate and truck. */
export function ComposeFields({ wish, accounts, values, toError, onToBlur, offerError, onChange }: ComposeFieldsProps) {
  const listId = useId();
  const now = useNow();
  const { data: templates } = emailTemplatesApi.useListTemplatesQuery(
    { params: { id: values.accountId } },
    { skip: values.accountId === '' },
  );
  const { data: broker } = brokersApi.useGetBrokerQuery(
    { ...suppressToast, params: { id: wish.brokerId ?? '' } },
    { skip: wish.brokerId === null },
  );
  const { data: drivers } = driversApi.useListDriversQuery({ query: { limit: 100 } });
  const { data: loads } = loadsApi.useListLoadsInfiniteQuery(
    { brokerId: [wish.brokerId ?? ''], sort: 'PICKUP', order: 'desc', limit: 20 },
    { skip: wish.brokerId === null || wish.loadId !== null },
  );
  const contacts = (broker?.contacts ?? []).flatMap(({ id, name, email }) => (email === null ? [] : [{ id, name, email }]));
  const state = (name: keyof ComposeValues, error?: string) => ({
    name,
    value: values[name] ?? '',
    error,
    onChange: (value: string) => onChange({ [name]: value }),
    onBlur: () => undefined,
  });
  const chooseTo = (text: string) => {
    const { address, name } = readRecipient(text);
    const known = contacts.find(({ email }) => email.toLowerCase() === address.trim().toLowerCase());
    const first = wish.to?.address === address ? wish.to.name : null;
    onChange({ to: address, toName: name ?? known?.name ?? first });
  };
  const listed = loads?.pages.flatMap((page) => page.loads) ?? [];
  const chooseLoad = (loadId: string) => {
    const load = listed.find(({ id }) => id === loadId);
    // Starts with the load's rate, as when the dialog is opened from the load's page.
    onChange({ loadId, ...(load !== undefined && values.offer === '' ? { offer: offerOf(load) } : {}) });
  };
  const truck = drivers?.drivers.find(({ id }) => id === values.driverId);
  return (
    <div className={classes.fields}>
      <TextField
        state={{ ...state('to', toError), onChange: chooseTo, onBlur: onToBlur }}
        label="To"
        help={
          values.toName ??
          (contacts.length > 0 && !wish.isToFactor ? `${contacts.length} known at ${wish.brokerName}` : undefined) ??
          undefined
        }
        maxLength={254}
        inputMode="email"
        placeholder="name@broker.com"
        list={listId}
        data-autofocus
      />
      <datalist id={listId}>
        {contacts.map(({ id, name, email }) => (
          <option key={id} value={email}>
            {name ?? ''}
          </option>
        ))}
      </datalist>
      {wish.loadId === null && loads !== undefined ? (
        <SelectField
          state={{ ...state('loadId'), onChange: chooseLoad }}
          label="About"
          help="Fills in the lane, the day and the equipment."
        >
          <option value="">No load</option>
          {listed.map((load) => (
            <option key={load.id} value={load.id}>
              {`${load.loadNumber}, ${load.pickupCity} to ${load.deliveryCity}, ${formatStopDay(load.pickupAt, load.pickupZone, now)}`}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField
        state={state('offer', offerError)}
        label={wish.isToFactor ? 'The load pays' : 'Ask rate'}
        maxLength={12}
        inputMode="decimal"
        placeholder="$2,450"
      />
      {wish.isToFactor ? null : (
        <SelectField state={state('driverId')} label="Truck" help={truckHelp(truck)}>
          <option value="">No truck yet</option>
          {(drivers?.drivers ?? []).map((driver) => (
            <option key={driver.id} value={driver.id}>
              {`${driver.name} ${driver.familyName}`.trim()}
              {driver.truckNumber === null ? '' : `, truck ${driver.truckNumber}`}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField state={{ ...state('accountId'), onChange: (accountId) => onChange({ accountId, templateId: '' }) }} label="From">
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.address}
            {account.status === 'RECONNECT_NEEDED' ? ' (connect again)' : ''}
          </option>
        ))}
      </SelectField>
      <SelectField state={state('templateId')} label="Template">
        <option value="">
          {wish.isToFactor ? 'Ask my factor' : (templates?.templates.find(({ isDefault }) => isDefault)?.name ?? 'The mailbox’s default')}
        </option>
        {(templates?.templates ?? [])
          .filter(({ isDefault }) => wish.isToFactor || !isDefault)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </div>
  );
}

/** The place of a truck is never guessed. This text tells why the mail does not mention it. */
function truckHelp(driver: Driver | undefined): string {
  if (driver === undefined || (driver.readyCity !== null && driver.readyAt !== null)) return 'Fills in where it is empty, and when.';
  return `Where and when ${driver.name} is empty is not known yet. Say it under Drivers, and the mail says it too.`;
}
