import { mdiTableChair } from '@mdi/js'
import { partners } from '@tablewire/contracts/rms/rms-api'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

/** The tables a venue's point of sale knows; they are written by it or by the reservation system, and only read here. */
export const PosTables = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const { data, isPending, isError, error, refetch } = useEndpoint(partners.posTables, { params: { id: venueId } })
  return (
    <FormSection title={t('section.posTables')} hint={t('section.posTables.hint')}>
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <RowsSkeleton rows={2} /> : null}
      {data?.count === 0 ? <p style={{ margin: 0 }}>{t('posTables.none')}</p> : null}
      {data && data.count > 0 ? (
        <ItemList>
          {data.tables.map(({ id, name, area }) => (
            <ListItem
              key={id}
              icon={<Icon path={mdiTableChair} />}
              title={<span dir="auto">{name}</span>}
              text={`${id} · ${area ?? t('posTables.noArea')}`}
            />
          ))}
        </ItemList>
      ) : null}
    </FormSection>
  )
}
