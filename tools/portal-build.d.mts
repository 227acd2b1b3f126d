/** Undefined when the portal's build is up to date; else what builds it, on the Node whose path is given. */
export const stalePortal: (node: string) => (() => Promise<void>) | undefined
