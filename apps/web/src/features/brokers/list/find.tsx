import { FindField } from '../../../shared/list/controls/find-field.tsx';
import { useTypedFind } from '../../../shared/list/controls/use-typed-find.ts';

interface BrokerFindProps {
  /** The text in the address. */
  search: string;
  onFind: (search: string) => void;
}

/** The field shows typed text at once, and the address follows after a pause, because it changes too slowly for typing. */
export function BrokerFind({ search, onFind }: BrokerFindProps) {
  const [typed, setTyped] = useTypedFind(search, onFind);
  return <FindField value={typed} onChange={setTyped} placeholder="Find name or MC" />;
}
