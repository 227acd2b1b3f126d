import { mdiCheckCircleOutline, mdiHistory, mdiLanDisconnect } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type Connection, traces } from '@tablewire/contracts/operations/traces'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { ConnectionLine } from './ConnectionLine.tsx'
import { InstallationProblems } from './InstallationProblems.tsx'
import { isQuiet, needsSomebody, recoveredKind } from './connection-words.ts'
import { IdleConnections } from './IdleConnections.tsx'
import { useT } from './use-t.ts'

const Root = styled('div')(({ theme }) => ({
  maxWidth: 1160,
  '& > section': { marginBlockEnd: theme.spacing(3) },
  '& > section > h2': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1) },
}))

const isLoud = (connection: Connection): boolean => needsSomebody(connection) || !isQuiet(connection)

const Group = ({ title, connections }: { title: string; connections: readonly Connection[] }) => {
  const id = useId()
  if (connections.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ItemList>
        {connections.filter(isLoud).map((connection) => (
          <ConnectionLine key={`${connection.kind}${connection.id}`} connection={connection} />
        ))}
        <IdleConnections connections={connections.filter((one) => !isLoud(one))} />
      </ItemList>
    </section>
  )
}

/** What is well again is told within a minute: counts come some seconds late, and are waited for by the judge as well. */
const refreshMs = 15_000

const Connections = () => {
  const t = useT()
  const query = useEndpoint(traces.connections, {}, { refetchInterval: refreshMs })
  const ground = useEndpoint(traces.ground, {}, { refetchInterval: refreshMs }).data ?? []
  if (!query.data)
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={6} />
  if (query.data.length === 0)
    return (
      <>
        <InstallationProblems problems={ground} />
        <EmptyState icon={mdiLanDisconnect} title={t('health.none')} hint={t('health.noneHint')} />
      </>
    )
  const trouble = query.data.filter(needsSomebody)
  // What was beyond a limit a moment ago stands over what simply runs.
  const well = query.data
    .filter((one) => !needsSomebody(one))
    .toSorted((a, b) => Number(recoveredKind(b) !== undefined) - Number(recoveredKind(a) !== undefined))
  const again = well.some((one) => recoveredKind(one) !== undefined)
  return (
    <>
      <InstallationProblems problems={ground} />
      {query.data.some(({ partial }) => partial) ? (
        <section>
          <ToneBox tone="info">{t('health.partial')}</ToneBox>
        </section>
      ) : null}
      {trouble.length > 0 ? (
        <Group title={t('health.trouble')} connections={trouble} />
      ) : ground.length > 0 ? null : (
        <section>
          <ToneBox tone={again ? 'warning' : 'success'}>
            <Icon path={again ? mdiHistory : mdiCheckCircleOutline} size={20} />
            {t(again ? 'health.again' : 'health.allWell')}
          </ToneBox>
        </section>
      )}
      <Group title={t('health.systems')} connections={well.filter(({ kind }) => kind === 'system')} />
      <Group title={t('health.channels')} connections={well.filter(({ kind }) => kind === 'channel')} />
    </>
  )
}

/** How every channel and reservation system is doing: what needs somebody first, each line opening what is behind it. */
export const HealthPage = () => {
  const t = useT()
  return (
    <Root>
      <PageTitle title={t('health.title')} hint={t('health.hint')} />
      <Connections />
    </Root>
  )
}
