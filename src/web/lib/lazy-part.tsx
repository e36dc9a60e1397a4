import { type ComponentType, lazy, useState } from "react";

/** A component whose code loads apart. Unlike one of `lazy`, it shows no fallback when `load` was called before and has ended. */
export const lazyPart = <Props extends object>(loadComponent: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | undefined;
  const load = async (): Promise<ComponentType<Props>> => {
    loaded = await loadComponent();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() })) as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, it is called once for each module
  const Part = (props: Props) => {
    // Kept, because another component in its place would lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  };
  return Object.assign(Part, { load });
};
