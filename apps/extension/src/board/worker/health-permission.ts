import { z } from 'zod';

/** Firefox lists what the user lets an extension collect. Other browsers have no such list. */
const Granted = z.object({ data_collection: z.array(z.string()).optional() });

/** Whether the browser lets us send health reports. In Firefox the user allows it when installing, and can take it back. */
export async function mayCollectHealth(permissions: { getAll(): Promise<unknown> }): Promise<boolean> {
  const { data_collection: granted } = Granted.parse(await permissions.getAll());
  return granted === undefined || granted.includes('technicalAndInteraction');
}
