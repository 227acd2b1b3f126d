import type { CSSProperties, ReactNode } from 'react'
import type { BrandTheme, Scheme as SchemeName } from './brand-theme.ts'

type SchemeProps = { look: BrandTheme; scheme: SchemeName; className?: string; children: ReactNode }

/** A part of the page that wears another brand: whatever stands in it asks for the same names of colours and finds that brand's. */
export const Scheme = ({ look, scheme, className, children }: SchemeProps) => (
  <div className={className} data-mode={scheme} style={{ ...look.vars[scheme], colorScheme: scheme } as CSSProperties}>
    {children}
  </div>
)
