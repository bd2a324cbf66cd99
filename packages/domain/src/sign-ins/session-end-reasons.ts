/**
 * Why a session ended, as far as its person is told. `removed`: the owner removed them from the team. `left`: they left it. `deleted`:
 * they deleted their account. `ended_by_owner` and `ended_by_you`: the session was ended on the sign-ins page.
 */
export const sessionEndReasons = ['removed', 'left', 'deleted', 'ended_by_owner', 'ended_by_you'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];
