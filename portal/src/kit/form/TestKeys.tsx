import { mdiFlaskOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../ErrorState.tsx'
import { Icon } from '../Icon.tsx'
import { RowsSkeleton } from '../Skeletons.tsx'
import { FormSection } from './FormSection.tsx'
import { SecretOnce } from './SecretOnce.tsx'

type Secrets = Readonly<Record<string, string>>
type TestKeysProps = {
  /** `inForce`: how many keys there are; undefined = not known yet. `fresh`: above a key that was just made, `use`: below it. */
  words: { title: string; hint: string; inForce: string | undefined; make: string; fresh: string; use: ReactNode }
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  making: boolean
  /** Makes keys and shows them, this once. */
  onMake: (show: (secrets: Secrets) => void) => void
  /** Leads to what was asked with them. */
  calls: ReactNode
  /** What a test key sees. */
  children?: ReactNode
}

/** Keys with which a partner's developers try their work out; nothing real is touched. */
export const TestKeys = ({ words, query, making, onMake, calls, children }: TestKeysProps) => {
  const [secrets, setSecrets] = useState<Secrets>()
  return (
    <FormSection title={words.title} hint={words.hint}>
      {query.isPending ? <RowsSkeleton rows={1} /> : null}
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {children}
      {words.inForce === undefined ? null : (
        <p>
          {words.inForce} {calls}
        </p>
      )}
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiFlaskOutline} size={18} />}
        loading={making}
        disabled={words.inForce === undefined}
        onClick={() => onMake(setSecrets)}
      >
        {words.make}
      </Button>
      <SecretOnce title={words.fresh} secrets={secrets} onClose={() => setSecrets(undefined)}>
        {words.use}
      </SecretOnce>
    </FormSection>
  )
}
