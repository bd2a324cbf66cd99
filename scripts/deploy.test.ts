import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const manifests = join(root, 'deploy/kubernetes');

function readText(...path: string[]): string {
  return readFileSync(join(root, ...path), 'utf8');
}

type Labels = Record<string, string>;

interface Container {
  name: string;
  image: string;
  ports?: { name: string }[];
  resources: { limits: { memory: string } };
  securityContext: object;
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: Container[];
  initContainers?: Container[];
  hostNetwork?: boolean;
  hostPID?: boolean;
  volumes?: Record<string, unknown>[];
}

interface Peer {
  ipBlock?: { cidr: string; except?: string[] };
  podSelector?: { matchLabels: Labels };
  namespaceSelector?: { matchLabels: Labels };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports: { port: number | string }[];
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    template?: { metadata: { labels: Labels }; spec: PodSpec };
    podSelector: { matchLabels: Labels };
    policyTypes: string[];
    ingress?: Rule[];
    egress?: Rule[];
  };
}

const kustomization = parse(readText('deploy/kubernetes/kustomization.yaml')) as {
  resources: string[];
  images: { name: string; digest: string }[];
};
const all = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(manifests, file), 'utf8')).map((document) => document.toJS() as Manifest),
);
const policies = all.filter(({ kind }) => kind === 'NetworkPolicy');
const pods = all.flatMap(({ metadata, spec }) => (spec?.template ? [{ name: metadata.name, ...spec.template }] : []));
const component = 'app.kubernetes.io/component';

it('every manifest is one that is applied', () => {
  expect(new Set(readdirSync(manifests))).toEqual(new Set([...kustomization.resources, 'kustomization.yaml']));
  expect(new Set(pods.map(({ name }) => name))).toEqual(new Set(['headhaul-api', 'headhaul-migrate', 'headhaul-web', 'headhaul-worker']));
});

describe.each(pods)('the pods of $name', ({ metadata: { labels }, spec }) => {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];

  it('have no root, no rights to gain any, and nothing of the node', () => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect([spec.hostNetwork, spec.hostPID]).toEqual([undefined, undefined]);
    for (const volume of spec.volumes ?? []) expect(volume).not.toHaveProperty('hostPath');
    for (const container of containers) {
      expect(container.securityContext, container.name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory, container.name).toMatch(/^\d+Mi$/);
    }
  });

  it('run an image that its digest names', () => {
    for (const { image } of containers) {
      expect(kustomization.images).toContainEqual({ name: image, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    }
  });

  it('have a policy of their own', () => {
    const own = policies.filter(({ spec: { podSelector } }) => podSelector.matchLabels[component] === labels[component]);
    expect(own).toHaveLength(1);
    expect(own[0]?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
  });
});

describe('the network', () => {
  const policyOf = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec;
  const peersOf = (rules: Rule[] = []) => rules.flatMap(({ to, from }) => to ?? from ?? [{}]);
  const portsTo = (name: string, isTo: (peer: Peer) => boolean) =>
    (policyOf(name)?.egress ?? []).filter(({ to }) => to?.some(isTo)).flatMap(({ ports }) => ports.map(({ port }) => port));

  it('is closed to all our pods unless a policy opens it', () => {
    expect(policyOf('headhaul')).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'headhaul' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    for (const { name, metadata } of pods) expect(metadata.labels, name).toHaveProperty(['app.kubernetes.io/part-of'], 'headhaul');
  });

  it('lets the world in to nginx alone, nginx to the API, and monitoring to where health is told', () => {
    const doors = policies.flatMap(({ metadata: { name }, spec: { ingress = [] } }) =>
      ingress.flatMap(({ from, ports }) =>
        ports.map(({ port }) => {
          const [peer] = from ?? [];
          const who = peer?.podSelector?.matchLabels[component] ?? Object.values(peer?.namespaceSelector?.matchLabels ?? {})[0];
          return `${who ?? 'anybody'} → ${name} ${port}`;
        }),
      ),
    );
    expect(doors).toEqual([
      'anybody → headhaul-web https',
      'web → headhaul-api http',
      'monitoring → headhaul-api ops',
      'monitoring → headhaul-worker ops',
    ]);
  });

  it('lets nobody out to a private address beside the databases', () => {
    const isOutside = ({ ipBlock }: Peer) => ipBlock?.cidr === '0.0.0.0/0';
    const wide = policies.flatMap(({ spec }) => peersOf(spec.egress)).filter(isOutside);
    expect(wide).toHaveLength(2);
    for (const { ipBlock } of wide) {
      expect(ipBlock?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']));
    }
    const mail = [25, 465, 587, 2525];
    for (const name of ['headhaul-api', 'headhaul-worker']) expect(portsTo(name, isOutside), name).toEqual([443, ...mail]);
    for (const name of ['headhaul-web', 'headhaul-migrate']) expect(portsTo(name, isOutside), name).toEqual([]);
    expect(portsTo('headhaul-migrate', () => true)).toEqual([5432]);
  });

  it('mail goes by the ports that a mailbox may have', () => {
    const ports = /const smtpPorts = \[(.+)\];/.exec(readText('apps/api/src/features/email-accounts/senders/smtp-session.ts'))?.[1];
    expect(ports).toBe('25, 465, 587, 2525');
  });
});

it('nginx in the cluster has the site that the repository has', () => {
  const config = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'headhaul-web');
  expect(config?.data?.['server.conf']).toBe(readText('deploy/nginx/site/server.conf'));
});

describe('what others made', () => {
  it('is an image that its digest names', () => {
    const images = [...readText('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(3);
    for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  it('is an action that its commit names, with its version beside it', () => {
    const workflow = readText('.github/workflows/ci.yml');
    const actions = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(workflow).toMatch(/container: \S+@sha256:[0-9a-f]{64}$/m);
  });
});
