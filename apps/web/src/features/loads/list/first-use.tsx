import { IconFileSpreadsheet, IconKeyboard } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { ListEmpty } from '../../../shared/list/list-states/list-empty.tsx';
import { importPath, newLoadPath } from '../paths.ts';

/** Shown before the first load: the ways to add one. */
export default function LoadsFirstUse() {
  const navigate = useNavigate();
  return (
    <ListEmpty
      title="Put the first load on the road"
      line="Two ways in. Typing one takes about a minute."
      ways={[
        {
          icon: IconFileSpreadsheet,
          title: 'Drop a spreadsheet',
          text: 'CSV or Excel from where you keep loads now. We match the columns; you check them.',
          action: 'Choose file',
          accept: '.csv,.xlsx',
          onFiles: (files) => void navigate(importPath, { state: { file: files[0] } }),
        },
        {
          icon: IconKeyboard,
          title: 'Type it in',
          text: 'Broker, pickup, delivery, rate. The rest can wait for the RC.',
          action: 'New load',
          keys: 'n',
          to: newLoadPath,
        },
      ]}
    />
  );
}
