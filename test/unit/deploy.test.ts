import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const project = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(project, path), "utf8");

/** The variables that the code reads, and those that the README explains. */
const configVariables = [...read("src/server/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
  ([, name = ""]) => name,
);
const readme = read("README.md");
const table = readme.slice(
  readme.indexOf("| variable |"),
  readme.indexOf("\n\n", readme.indexOf("| variable |")),
);
const readmeVariables = table
  .split("\n")
  .flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name),
  );
/** For the tests of the product. */
const undocumented = ["FARO_WEB_DIR", "FARO_VENDOR_BASE"];
/** Set by the image. */
const ofImage = ["PORT", "HOST", "FARO_DATA_DIR"];
const drainSeconds = 8;
const workSeconds = 30;

const dockerfile = read("Dockerfile");
const port = Number(/PORT=(\d+)/.exec(dockerfile)?.[1]);
const server = read("src/server/http/server.ts");

type Environment = { name: string; value?: string }[];
type Probe = { httpGet: { path: string; port: string }; timeoutSeconds?: number };
type Container = {
  env: Environment;
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe & { periodSeconds: number; failureThreshold: number };
  livenessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
  resources: { requests: { memory: string }; limits: { memory: string } };
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
};
type Workload = {
  kind: string;
  metadata: { name: string };
  spec: {
    serviceName?: string;
    selector: { matchLabels: Record<string, string> };
    volumeClaimTemplates?: { metadata: { name: string }; spec: { accessModes: string[] } }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean; runAsUser: number };
        containers: Container[];
        volumes: { name: string; emptyDir?: object }[];
      };
    };
  };
};
type Manifest = { apiVersion: string; kind: string; metadata: { name: string }; [field: string]: any };

const documents = parseAllDocuments(read("deploy/kubernetes/faro.yaml"));
const manifests = documents.map((document) => document.toJS() as Manifest);
const secret = parse(read("deploy/kubernetes/secret.yaml")) as Manifest;
const find = (kind: string, name: string): Manifest | undefined =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const workloads = manifests.filter(
  ({ kind }) => kind === "Deployment" || kind === "StatefulSet",
) as unknown as Workload[];

test("the README explains every variable that the code reads, and no other", () => {
  const explained = configVariables.filter((name) => !undocumented.includes(name));
  expect(readmeVariables.toSorted()).toEqual(explained.toSorted());
});

describe("compose", () => {
  const compose = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<
      string,
      { environment: Record<string, string>; stop_grace_period?: string; ports?: string[] }
    >;
  };
  const environmentOf = (service: string) => compose.services[service]?.environment ?? {};

  test.each(["web", "worker"])("passes every variable of the README to the service %s", (service) => {
    const passed = Object.keys(environmentOf(service));
    expect(readmeVariables.filter((name) => !ofImage.includes(name) && !passed.includes(name))).toEqual([]);
    expect(passed.filter((name) => !readmeVariables.includes(name))).toEqual(["PGPASSWORD"]);
    expect(environmentOf(service).FARO_ROLE).toBe(service);
  });

  test("keeps the password of the database out of its address", () => {
    expect(environmentOf("web").DATABASE_URL).not.toContain("PASSWORD");
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = "p@ss/w:rd#?%";
    const client = new pg.Client({ connectionString: "postgres://faro@postgres:5432/faro" });
    if (before === undefined) delete process.env.PGPASSWORD;
    else process.env.PGPASSWORD = before;
    expect(client.password).toBe("p@ss/w:rd#?%");
    expect(client.host).toBe("postgres");
    expect(client.database).toBe("faro");
  });

  test("waits longer for a stop than the product needs, and publishes its port", () => {
    for (const service of ["web", "worker"])
      expect(Number.parseInt(compose.services[service]?.stop_grace_period ?? "0", 10)).toBeGreaterThan(
        drainSeconds + workSeconds,
      );
    expect(compose.services.web?.ports?.[0]?.endsWith(`:${port}`)).toBe(true);
  });
});

describe("Kubernetes", () => {
  test("manifests are whole and of the kinds that the item lists", () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(
      manifests.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`),
    ).toEqual([
      "v1 ConfigMap faro",
      "apps/v1 Deployment faro-web",
      "apps/v1 StatefulSet faro-worker",
      "v1 Service faro-worker",
      "v1 Service faro-web",
      "networking.k8s.io/v1 Ingress faro",
      "policy/v1 PodDisruptionBudget faro-web",
      "policy/v1 PodDisruptionBudget faro-worker",
      "autoscaling/v2 HorizontalPodAutoscaler faro-web",
      "autoscaling/v2 HorizontalPodAutoscaler faro-worker",
    ]);
  });

  test("name only variables that the README explains", () => {
    const named = [
      ...Object.keys(find("ConfigMap", "faro")?.data ?? {}),
      ...Object.keys(secret.stringData),
      ...workloads.flatMap(({ spec }) =>
        spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ),
    ];
    expect(named.filter((name) => name !== "PGPASSWORD" && !readmeVariables.includes(name))).toEqual([]);
    expect(Object.keys(secret.stringData)).toEqual(
      expect.arrayContaining(["DATABASE_URL", "PGPASSWORD", "FARO_SECRET_KEY"]),
    );
    expect(Number(find("ConfigMap", "faro")?.data.FARO_DRAIN_SECONDS)).toBe(drainSeconds);
  });

  test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    "%s fits the image and the code",
    (name, { spec }) => {
      const { template } = spec;
      const [container] = template.spec.containers as [Container];
      expect(template.metadata.labels).toEqual(spec.selector.matchLabels);
      expect(container.env).toEqual([{ name: "FARO_ROLE", value: name.replace("faro-", "") }]);
      expect(container.envFrom).toEqual([
        { configMapRef: { name: "faro" } },
        { secretRef: { name: "faro" } },
      ]);
      expect(container.ports).toEqual([{ name: "http", containerPort: port }]);
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        expect(server).toContain(`server.get("${probe.httpGet.path}"`);
        expect(probe.httpGet.port).toBe("http");
        expect(probe.timeoutSeconds).toBeGreaterThan(2);
      }
      const { periodSeconds, failureThreshold } = container.readinessProbe;
      expect(periodSeconds * failureThreshold).toBeLessThan(drainSeconds);
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + workSeconds);
      expect(template.spec.securityContext.runAsNonRoot).toBe(true);
      expect(dockerfile).toContain(`USER ${template.spec.securityContext.runAsUser}:`);
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      const volumes = [
        ...template.spec.volumes.map((volume) => volume.name),
        ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
      ];
      expect(container.volumeMounts.map((mount) => mount.name).toSorted()).toEqual(volumes.toSorted());
      expect(container.volumeMounts.map((mount) => mount.mountPath)).toEqual(["/data", "/tmp"]);
      expect(dockerfile).toContain("FARO_DATA_DIR=/data");
      for (const claim of spec.volumeClaimTemplates ?? [])
        expect(claim.spec.accessModes).toEqual(["ReadWriteOnce"]);
    },
  );

  test("services, ingress, budgets and autoscalers refer to what there is", () => {
    for (const service of manifests.filter(({ kind }) => kind === "Service")) {
      expect(workloads.map(({ spec }) => spec.selector.matchLabels)).toContainEqual(service.spec.selector);
      expect(service.spec.ports[0].targetPort).toBe("http");
    }
    const [backend] = find("Ingress", "faro")?.spec.rules[0].http.paths ?? [];
    expect(find("Service", backend.backend.service.name)?.spec.ports[0].name).toBe(
      backend.backend.service.port.name,
    );
    const host = new URL(find("ConfigMap", "faro")?.data.FARO_PUBLIC_URL).host;
    expect(find("Ingress", "faro")?.spec.rules[0].host).toBe(host);
    for (const { metadata, spec } of workloads) {
      expect(find("PodDisruptionBudget", metadata.name)?.spec.selector.matchLabels).toEqual(
        spec.selector.matchLabels,
      );
      if (spec.serviceName) expect(find("Service", spec.serviceName)?.spec.clusterIP).toBe("None");
    }
    for (const { spec } of manifests.filter(({ kind }) => kind === "HorizontalPodAutoscaler")) {
      const target = find(spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
      expect(target?.apiVersion).toBe(spec.scaleTargetRef.apiVersion);
      expect(target?.spec).not.toHaveProperty("replicas");
      expect(spec.minReplicas).toBe(2);
    }
  });
});

test("the image is built in stages, for a numeric user", () => {
  expect(dockerfile.match(/^FROM /gm)?.length).toBeGreaterThan(1);
  expect(dockerfile).toMatch(/^USER \d+:\d+$/m);
});
