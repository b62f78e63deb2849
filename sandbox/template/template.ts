// The E2B template as code: what every sandbox at E2B is made from, so that the paths of the driver's
// port hold there too. Building it needs a key; describing it does not.
import { Template, type TemplateClass } from 'e2b';
import { SANDBOX_PATHS } from '../driver/port.ts';

/** Changes with what the template holds, so that an old one is never mistaken for it. */
export const TEMPLATE_NAME = 'redgreen-1';

const USER = 'user';

function createTemplate(): TemplateClass {
  const { home, workspace, node, sealedNode } = SANDBOX_PATHS;
  const bin = node.slice(0, node.lastIndexOf('/'));
  return Template()
    .fromNodeImage('24')
    .setUser('root')
    .aptInstall(['git', 'python3', 'ca-certificates'], { noInstallRecommends: true })
    .runCmd(
      [
        `(id -u ${USER} >/dev/null 2>&1 || useradd --create-home --home-dir ${home} ${USER})`,
        // Nobody in a sandbox becomes root, whatever the image brought along.
        '(apt-get purge -y sudo >/dev/null 2>&1 || true)',
        `rm -rf /etc/sudoers /etc/sudoers.d && (gpasswd -d ${USER} sudo >/dev/null 2>&1 || true)`,
        `install -d -o root -g root -m 755 ${bin}`,
        `install -o root -g root -m 755 "$(command -v node)" ${node}`,
        // Not readable: what runs from it is closed to the sandbox's other processes.
        `install -o root -g root -m 111 "$(command -v node)" ${sealedNode}`,
        `install -d -o ${USER} -g ${USER} -m 755 ${workspace} ${home}`,
      ],
      { user: 'root' },
    )
    .setUser(USER)
    .setWorkdir(workspace);
}

/** For people who want to see it, or to build it by other means. */
export function describeTemplate(): string {
  return Template.toDockerfile(createTemplate());
}

type BuildOptions = {
  apiKey: string;
  domain?: string;
  apiUrl?: string;
  onLine(line: string): void;
};

/** Answers with the id of the template. */
export async function buildTemplate({ onLine, ...place }: BuildOptions): Promise<string> {
  const { templateId } = await Template.build(createTemplate(), TEMPLATE_NAME, {
    ...place,
    cpuCount: 2,
    memoryMB: 2048,
    onBuildLogs: ({ message }) => onLine(message),
  });
  return templateId;
}
