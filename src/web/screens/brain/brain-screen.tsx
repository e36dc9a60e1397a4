import { PlaygroundCard } from "./playground-card.tsx";
import { ProviderList } from "./provider-list.tsx";
import { ScoresCard } from "./scores-card.tsx";

const BrainScreen = () => (
  <div className="grid min-w-0 gap-5">
    <ProviderList />
    <ScoresCard />
    <PlaygroundCard />
  </div>
);

export default BrainScreen;
