import { Modal } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import dialog from '../../shared/ui/dialog.module.css';
import { FocusBack } from '../../shared/ui/focus-back.tsx';
import { driversApi } from '../drivers/drivers.api.ts';
import classes from './driver-dialog.module.css';
import { useDriverFilter } from './driver-filter.public.ts';

/** Choosing a driver makes the filter. */
export function DriverDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { currentData, isError } = driversApi.useListDriversQuery({
    query: { sort: 'NAME', limit: 100, ...(search === '' ? {} : { search }) },
  });
  const { make, isBusy } = useDriverFilter();
  const drivers = currentData?.drivers;
  return (
    <Modal.Root opened onClose={onClose} size={440} classNames={{ content: dialog.content ?? '' }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <Modal.Title className={dialog.title}>Filter for a driver</Modal.Title>
        <p className={classes.intro}>Made from the driver’s equipment, place, time empty and preferences. You can change it afterwards.</p>
        <input
          className={classes.find}
          type="search"
          aria-label="Find a driver"
          placeholder="Find a driver"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {drivers === undefined ? (
          <p className={classes.note} role="status">
            {isError ? 'Couldn’t load your drivers. Close this and try again.' : 'Getting your drivers…'}
          </p>
        ) : drivers.length === 0 ? (
          <p className={classes.note}>{search === '' ? 'You have no drivers yet.' : `No results for “${search}”`}</p>
        ) : (
          <ul className={classes.drivers}>
            {drivers.map((driver) => (
              <li key={driver.id}>
                <button type="button" disabled={isBusy} onClick={() => void make(driver).then(onClose)}>
                  <b>{`${driver.name} ${driver.familyName}`.trim()}</b>
                  <span>
                    {driver.readyCity === null
                      ? 'Place not known'
                      : [driver.readyCity, driver.readyState].filter((part) => part !== null).join(', ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
