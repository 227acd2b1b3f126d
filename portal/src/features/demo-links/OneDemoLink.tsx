import Button from '@mui/material/Button'
import { demoLinks } from '@tablewire/contracts/demo/demo-links'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { DemoLinkItem } from './DemoLinkItem.tsx'
import { useT } from './use-t.ts'

/** The link that a mail leads to, however far down the list it stands. */
export const OneDemoLink = ({ id, onAll }: { id: string; onAll: () => void }) => {
  const t = useT()
  const [looking, setLooking] = useState(true)
  const found = useEndpoint(demoLinks.get, { params: { id } })
  return (
    <>
      <div>
        <Button size="small" color="inherit" onClick={onAll}>
          {t('all')}
        </Button>
      </div>
      {found.isPending ? <RowsSkeleton rows={1} /> : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data ? (
        <ItemList aria-label={t('title')}>
          <DemoLinkItem link={found.data} looking={looking} onLook={setLooking} />
        </ItemList>
      ) : null}
    </>
  )
}
