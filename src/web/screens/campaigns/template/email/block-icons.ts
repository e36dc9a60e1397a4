import {
  Columns2,
  Heading,
  Image,
  List,
  type LucideIcon,
  Minus,
  MousePointerClick,
  Share2,
  Text,
} from "lucide-react";
import type { BlockKind } from "#domain/email/email-design.ts";

export const blockIcons: Record<BlockKind, LucideIcon> = {
  text: Text,
  heading: Heading,
  button: MousePointerClick,
  image: Image,
  columns: Columns2,
  divider: Minus,
  list: List,
  social: Share2,
};
