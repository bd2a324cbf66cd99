import { IconFileSpreadsheet, IconKeyboard } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { ListEmpty } from '../../shared/list/list-states/list-empty.tsx';

/** Shown before the first load, when there is nothing to count. It offers ways to add a load. */
export function AnalyticsFirstUse() {
  const navigate = useNavigate();
  return (
    <ListEmpty
      title="Your figures start with a load"
      line="Gross, RPM and deadhead by week, driver, lane and broker, as soon as the first load is in."
      ways={[
        {
          icon: IconFileSpreadsheet,
          title: 'Bring last year along',
          text: 'A spreadsheet of past loads fills this screen at once. We match the columns; you check them.',
          action: 'Choose file',
          accept: '.csv,.xlsx',
          onFiles: (files) => void navigate('/dispatcher/my-loads/import', { state: { file: files[0] } }),
        },
        {
          icon: IconKeyboard,
          title: 'Type a load in',
          text: 'Broker, pickup, delivery, rate. It counts from the day it is booked.',
          action: 'New load',
          to: '/dispatcher/create-my-load',
        },
      ]}
    />
  );
}
