import { FindField } from '../../../shared/list/controls/find-field.tsx';
import { useTypedFind } from '../../../shared/list/controls/use-typed-find.ts';

interface BrokerFindProps {
  /** As the address has it. */
  search: string;
  onFind: (search: string) => void;
}

/** What is typed stands here at once and in the address after a pause: an address changes too slowly to type into. */
export function BrokerFind({ search, onFind }: BrokerFindProps) {
  const [typed, setTyped] = useTypedFind(search, onFind);
  return <FindField value={typed} onChange={setTyped} placeholder="Find name or MC" />;
}
