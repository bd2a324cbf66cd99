import { z } from 'zod';

/** What the factor says about a broker: buy its invoices, call first, or do not. */
export const testResults = ['Approved', 'Call Credit', 'Not Approved'] as const;
type TestResult = (typeof testResults)[number];

export interface FactorBroker {
  mc: string;
  name: string;
  result: TestResult;
  /** The factor buys no invoice of this broker. */
  noBuy: boolean;
}

/** The brokers of the demo offices, and those of the sandbox's FMCSA that need a second look: MC, name, and the result. */
const lines = `
428816|LAKESHORE FREIGHT LLC|Approved
905533|SANDHILL BROKERS INC|Approved
771204|COPPER BASIN LOGISTICS LLC|Call Credit
286140|PALMETTO CROWN TRANSPORT INC|Approved
340918|NORTHGATE LOAD CO|Approved
118402|JUNIPER RIDGE FREIGHT SERVICES LLC|Approved
612877|GREAT BEND FREIGHT INC|Approved
550391|KESTREL FREIGHT LLC|Approved
733019|THREE RIVERS DESK LLC|Approved
467725|HARBOR & PLAINS LOGISTICS INC|Approved
519460|IRONWOOD TRANSPORT DESK LLC|Call Credit
684215|BLUE HERON BROKERAGE LLC|Approved
377908|SUMMIT LINE PARTNERS LLC|Approved
802346|CEDAR FORK LOGISTICS INC|Approved
991120|QUICKTURN FREIGHT DESK LLC|Not Approved
1207731|RAPID RIVER LOGISTICS LLC|Not Approved
874410|SILVERLINE FREIGHT SOLUTIONS INC|Call Credit
1330952|PRAIRIE STAR BROKERAGE LLC|Not Approved
1044873|GOLDEN GATE LOAD EXCHANGE LLC|Call Credit
`;

const Name = z.string().trim().min(1, 'Give a name').max(120);
const Mc = z.string().regex(/^[1-9]\d{0,7}$/, 'Give the digits of an MC number');
export const BrokerEdit = z.strictObject({
  name: Name.optional(),
  result: z.enum(testResults).optional(),
  noBuy: z.boolean('Give true or false').optional(),
});
type BrokerEdit = z.infer<typeof BrokerEdit>;

function seedBrokers(): Map<string, FactorBroker> {
  const brokers = lines
    .trim()
    .split('\n')
    .map((line): FactorBroker => {
      const [mc = '', name = '', result = ''] = line.split('|');
      return { mc, name, result: result as TestResult, noBuy: result === 'Not Approved' };
    });
  return new Map(brokers.map((broker) => [broker.mc, broker]));
}

/** The brokers that a factor has an opinion on. */
export class FactorBrokers {
  #brokers = seedBrokers();

  list(): FactorBroker[] {
    return [...this.#brokers.values()];
  }

  find(mc: string): FactorBroker | undefined {
    return this.#brokers.get(mc);
  }

  reset(): void {
    this.#brokers = seedBrokers();
  }

  /** Changes a broker, or adds one that was unknown. A new result also says whether to buy, unless `noBuy` says otherwise. */
  edit(mc: string, { name, result, noBuy }: BrokerEdit): FactorBroker {
    const before = this.#brokers.get(Mc.parse(mc)) ?? { mc, name: Name.parse(name), result: 'Approved', noBuy: false };
    const broker = {
      mc,
      name: name ?? before.name,
      result: result ?? before.result,
      noBuy: noBuy ?? (result === undefined ? before.noBuy : result === 'Not Approved'),
    };
    this.#brokers.set(mc, broker);
    return broker;
  }
}
