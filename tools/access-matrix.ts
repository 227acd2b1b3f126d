import { abilityOf, Permission, type Role, signInRoles, systemAbility } from '@tablewire/contracts/identity/access'
import { areas } from '@tablewire/contracts/all'
import { areaTitles } from '@tablewire/contracts/documentation'
import type { Area, Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { Generated } from './generated.ts'

type Column = { title: string; may: (endpoint: Endpoint) => boolean }

const holder = (title: string, roles: readonly Role[], permissions: readonly Permission[] = []): Column => {
  const ability = abilityOf({ roles, permissions })
  const signsIn = roles.some((role) => signInRoles.includes(role))
  return {
    title,
    may: ({ can }) => can === 'public' || (signsIn && (can === 'session' || (typeof can === 'object' && ability.can(...can)))),
  }
}

const byRole: readonly Column[] = [
  { title: 'anybody', may: ({ can }) => can === 'public' },
  { title: 'channel key', may: ({ can }) => can === 'public' || can === 'channel' },
  {
    title: 'RMS key',
    may: ({ can, systems }) =>
      can === 'public' || (systems === true && (can === 'session' || (typeof can === 'object' && systemAbility.can(...can)))),
  },
  holder('super admin + admin', ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN']),
  holder('admin', ['ROLE_ADMIN']),
  holder('company bot', ['ROLE_COMPANY_BOT']),
  holder('SDK bot', ['ROLE_SDK_BOT']),
  holder('POS', ['ROLE_POS']),
  holder('manager, all permissions', ['ROLE_MANAGER'], Permission.options),
  holder('super admin alone', ['ROLE_SUPER_ADMIN']),
  holder('RMS agent', ['ROLE_RMS_AGENT']),
  holder('BC agent', ['ROLE_BC_AGENT']),
]
const byPermission: readonly Column[] = [
  holder('none', ['ROLE_MANAGER']),
  ...Permission.options.map((permission) => holder(permission, ['ROLE_MANAGER'], [permission])),
]

const rightOf = ({ can }: Endpoint): string => (typeof can === 'object' ? can.join(' ') : can)
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (endpoints: readonly Endpoint[], columns: readonly Column[]): string =>
  [
    row(['call', 'needs', ...columns.map((column) => column.title)]),
    row(['---', '---', ...columns.map(() => ':-:')]),
    ...endpoints.map((endpoint) =>
      row([
        `\`${endpoint.id}\` ${endpoint.method} ${endpoint.path}`,
        rightOf(endpoint),
        ...columns.map((column) => (column.may(endpoint) ? '✓' : '–')),
      ]),
    ),
  ].join('\n')

const intro = `# Who may call what

Made from the contract and \`contracts/src/identity/access.ts\` by \`npm run generate\`. A ✓ opens the call; which venues somebody sees through it is the
venue scope's matter, and some calls ask for more by what they are given (booking beyond the limits needs \`override reservation-list\`).`

const managerIntro = `## Managers, by permission

What each of the twelve permission areas opens by itself.`

/** Endpoint × role, and for managers × permission. */
export const accessMatrixFile: Generated = {
  path: 'docs/generated/access-matrix.md',
  make: () => {
    const sections = Object.entries<Area>(areas).map(([name, area]) => ({
      title: areaTitles[name as keyof typeof areas],
      endpoints: Object.values(area),
    }))
    const forManagers = sections.flatMap((section) => section.endpoints).filter((endpoint) => typeof endpoint.can === 'object')
    return `${[intro, ...sections.map((section) => `## ${section.title}\n\n${table(section.endpoints, byRole)}`), managerIntro, table(forManagers, byPermission)].join('\n\n')}\n`
  },
}
