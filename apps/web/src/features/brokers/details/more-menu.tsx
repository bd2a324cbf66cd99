import type { BrokerMark } from '@headhaul/contracts/brokers';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconCircleOff, IconDots, IconPencil, IconStar } from '@tabler/icons-react';
import classes from './page.module.css';

const marks: readonly { mark: BrokerMark; words: string; icon: typeof IconStar }[] = [
  { mark: 'PREFERRED', words: 'Prefer', icon: IconStar },
  { mark: 'BLOCKED', words: 'Block', icon: IconBan },
  { mark: 'NONE', words: 'Remove the mark', icon: IconCircleOff },
];

interface BrokerMoreProps {
  mark: BrokerMark;
  onMark: (mark: BrokerMark) => void;
  onEdit: () => void;
}

/** The actions that a dispatcher needs only now and then. */
export function BrokerMore({ mark, onMark, onEdit }: BrokerMoreProps) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label="More">
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {marks
          .filter((one) => one.mark !== mark)
          .map(({ mark: to, words, icon: MarkIcon }) => (
            <Menu.Item key={to} leftSection={<MarkIcon size={16} stroke={1.75} aria-hidden="true" />} onClick={() => onMark(to)}>
              {words}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
