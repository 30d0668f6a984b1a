interface SkeletonProps {
  readonly width?: number | string;
  readonly height: number;
}

export const Skeleton = ({ width = '100%', height }: SkeletonProps) => <div className="skeleton" style={{ width, height }} />;
