import { IconBuildingStore, IconFileSpreadsheet, IconTruckLoading } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { ListEmpty } from '../../../shared/list/list-states/list-empty.tsx';
import { ListFilteredEmpty } from '../../../shared/list/list-states/list-filtered-empty.tsx';
import type { BrokerTab } from '../paths.ts';
import classes from './page.module.css';

/** Shown before there is a broker. */
export function BrokersFirstUse({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  return (
    <ListEmpty
      title="Brokers come with your loads"
      line="Every load you book fills this list: what they pay, how fast, and who answers the phone."
      ways={[
        {
          icon: IconFileSpreadsheet,
          title: 'Bring past loads along',
          text: 'A spreadsheet of what you have hauled makes the brokers and their history at once.',
          action: 'Choose file',
          accept: '.csv,.xlsx',
          onFiles: (files) => void navigate('/dispatcher/my-loads/import', { state: { file: files[0] } }),
        },
        {
          icon: IconTruckLoading,
          title: 'Book a load',
          text: 'Type the broker’s name or MC number; it is kept from then on.',
          action: 'New load',
          to: '/dispatcher/create-my-load',
        },
        {
          icon: IconBuildingStore,
          title: 'Add one by hand',
          text: 'Name, MC and terms, before the first load.',
          action: 'Add broker',
          keys: 'n',
          onClick: onAdd,
        },
      ]}
    />
  );
}

const nothing: Record<BrokerTab, string> = {
  all: 'No brokers yet.',
  preferred: 'No preferred brokers. Mark one from its row, and it shows first when a load is booked.',
  blocked: 'Nobody is blocked.',
};

export function NoBrokers({ tab, isFinding, onClear }: { tab: BrokerTab; isFinding: boolean; onClear: () => void }) {
  if (isFinding) return <ListFilteredEmpty line="No broker matches." onClear={onClear} />;
  return (
    <p className={classes.nothing} role="status">
      {nothing[tab]}
    </p>
  );
}
