import type { TeamMember } from '@headhaul/contracts/team';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCreditCard, IconCrown, IconDots, IconUserMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fullName, type MemberAction } from './member-labels.ts';
import classes from './member-menu.module.css';

interface MemberMenuProps {
  member: TeamMember;
  actions: readonly MemberAction[];
  onAction: (action: MemberAction, member: TeamMember) => void;
}

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

function describe(action: MemberAction, { canManageBilling }: TeamMember): { label: string; icon: ReactNode; isDanger: boolean } {
  switch (action) {
    case 'make-owner':
      return { label: 'Make owner', icon: <IconCrown {...iconProps} />, isDanger: false };
    case 'billing':
      return {
        label: canManageBilling ? 'Stop managing billing' : 'May manage billing',
        icon: <IconCreditCard {...iconProps} />,
        isDanger: false,
      };
    case 'remove':
      return { label: 'Remove from team', icon: <IconUserMinus {...iconProps} />, isDanger: true };
    case 'cancel-invite':
      return { label: 'Take invite back', icon: <IconX {...iconProps} />, isDanger: true };
    case 'resend':
      return { label: 'Resend', icon: null, isDanger: false };
  }
}

export function MemberMenu({ member, actions, onAction }: MemberMenuProps) {
  return (
    // Rendered inside the main landmark, where users of screen readers can find the menu.
    <Menu position="bottom-end" width={210} withInitialFocusPlaceholder={false} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon size={32} className={classes.more} aria-label={`More for ${fullName(member)}`}>
          <IconDots size={18} stroke={2} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { label, icon, isDanger } = describe(action, member);
          return (
            <Menu.Item
              key={action}
              leftSection={icon}
              className={isDanger ? classes.danger : undefined}
              onClick={() => onAction(action, member)}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
